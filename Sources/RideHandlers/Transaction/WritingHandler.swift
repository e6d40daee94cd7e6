import Messages
import RideStore
import Rides

/// A handler that writes: what those of bookings and of the street have in common.
protocol WritingHandler: MessageHandler {
  var store: any RideStore { get }
  var answers: Answers { get }

  /// Handles the messages of a batch within the transaction that is open.
  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome]

  /// Told when the transaction of the last `outcomes` is committed.
  func committed()
}

extension WritingHandler {
  func committed() {}

  /// Handles a batch as one transaction, and again when somebody else was first; when that happens
  /// every time, each message alone, so that one that can never be written keeps no other.
  ///
  /// Throws a conflict for a batch of one only, which keeps nobody but itself.
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
  /// Runs a write transaction, and again when somebody else was first, up to `attempts` times in
  /// all.
  ///
  /// The body reads what it needs each time anew, so that it decides again on what is true now.
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
