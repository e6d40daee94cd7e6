import Messages
import RideStore
import Rides

/// A handler that writes: the common part of bookings and dispatch messages.
protocol WritingHandler: MessageHandler {
  var store: any RideStore { get }
  var answers: Answers { get }

  /// Handles the messages of a batch within the transaction that is open.
  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome]

  /// Called after the transaction of the last `outcomes` is committed.
  func committed()
}

extension WritingHandler {
  func committed() {}

  /// Throws unless the database answers.
  package func checkStore() throws(StoreError) { try store.checkSchema() }

  /// Handles a batch as one transaction, and repeats it after a conflict.
  ///
  /// After repeated conflicts each message is handled alone, so that a message that can never be
  /// written delays no other. Throws a conflict only for a batch of one.
  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    try handle(batch, Triage(batch, answers: answers, at: now), at: now)
  }

  /// Handles a batch that is decoded already.
  func handle(
    _ batch: [Delivery], _ triage: Triage, at now: Instant
  ) throws(StoreError) -> [Outcome] {
    do throws(StoreError) {
      return try write(triage, at: now)
    } catch {
      guard error.code == .conflict, batch.count > 1 else { throw error }
    }
    var outcomes: [Outcome] = []
    for delivery in batch {
      outcomes += try handleAlone(Triage([delivery], answers: answers, at: now), at: now)
    }
    return outcomes
  }

  private func handleAlone(_ triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    do throws(StoreError) {
      return try write(triage, at: now)
    } catch {
      guard error.code == .conflict else { throw error }
      var triage = triage
      for accepted in triage.accepted { triage.settle(contested: accepted) }
      return triage.settled()
    }
  }

  private func write(_ triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    guard !triage.accepted.isEmpty else { return triage.settled() }
    let settled = try store.write { () throws(StoreError) in
      try outcomes(of: triage, at: now)
    }
    committed()
    return settled
  }
}

extension RideStore {
  /// Runs a write transaction, and repeats it after a conflict, up to `attempts` times in all.
  ///
  /// The body reads its rows again each time, so that it decides on current values.
  func write<Result>(
    attempts: Int = 5, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    precondition(attempts >= 1, "a transaction is tried at least once")
    for _ in 1..<attempts {
      do throws(StoreError) {
        return try transaction(.write, body)
      } catch {
        guard error.code == .conflict else { throw error }
      }
    }
    return try transaction(.write, body)
  }
}
