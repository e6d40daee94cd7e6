package import Messages
import RideStore
package import Rides

/// A decoded batch: the accepted messages, and the outcomes of the others.
///
/// Each delivery has an index in `outcomes`; a handler sets the outcomes of the accepted messages.
struct Triage {
  /// A valid message, and its index in the batch.
  struct Accepted {
    let index: Int
    let message: IncomingMessage
  }

  private(set) var accepted: [Accepted] = []
  private var outcomes: [Outcome?]
  private let deliveries: [Delivery]
  private let answers: Answers
  /// The moment by which deadlines are judged.
  var now: Instant

  init(_ batch: [Delivery], answers: Answers, at now: Instant) {
    deliveries = batch
    self.answers = answers
    self.now = now
    outcomes = Array(repeating: nil, count: batch.count)
    accepted.reserveCapacity(batch.count)
    for (index, delivery) in batch.enumerated() {
      do throws(RefusedMessage) {
        let message = try MessageDecoder.decode(delivery, family: answers.family)
        accepted.append(Accepted(index: index, message: message))
      } catch {
        outcomes[index] = answers.refused(error, delivery, at: now)
      }
    }
    answers.dependencies.recorder.decoded()
  }

  /// Sets the outcome of a message.
  mutating func settle(_ accepted: Accepted, _ outcome: Outcome) {
    outcomes[accepted.index] = outcome
  }

  /// Adds publications to the outcome of a message.
  mutating func add(_ publications: [Publication], to accepted: Accepted) {
    outcomes[accepted.index]?.publications += publications
  }

  /// Answers a message whose id was used for another one.
  ///
  /// The answer has the ride of that id (rule B6). A message without a reply address becomes a dead
  /// letter, so that it is not lost.
  mutating func settle(
    conflict error: RequestError, _ accepted: Accepted, showing status: RideStatus? = nil
  ) {
    decline(accepted, error, code: .failure, showing: status)
  }

  /// Answers a message whose every attempt met a conflict.
  ///
  /// Nothing is stored, and the same message can be sent again. A message without a reply address
  /// becomes a dead letter, except a command that the fleet repeats.
  mutating func settle(contested accepted: Accepted) {
    let error = RequestError(
      .contested, "others changed the same ride or vehicle first, each time that it was tried")
    let message = accepted.message
    if let due = message.intent.updatesDue, due.wasRefused {
      // The fleet does not repeat it, so it returns to the end of its queue.
      var outcome = answers.declined(error, message)
      outcome.publications.append(
        .updatesDue(due, messageIdentifier: message.context.messageIdentifier ?? ""))
      settle(accepted, outcome)
    } else if message.type.isRepeatedByFleet {
      settle(accepted, answers.declined(error, message))
    } else {
      // For the rider, the service is busy.
      let code = RefusalCodes.code(for: .serviceTemporarilyUnavailable, of: message.type)
      decline(accepted, error, code: code)
    }
  }

  /// Answers a message about a stored ride that cannot be read.
  ///
  /// A message without a reply address becomes a dead letter, except a command that the fleet
  /// repeats.
  mutating func settle(unreadable error: RequestError, _ accepted: Accepted) {
    if accepted.message.type.isRepeatedByFleet {
      settle(accepted, answers.declined(error, accepted.message))
    } else {
      decline(accepted, error, code: .failure)
    }
  }

  private mutating func decline(
    _ accepted: Accepted, _ error: RequestError, code: ResponseCode,
    showing status: RideStatus? = nil
  ) {
    if accepted.message.context.replyTo == nil {
      deadLetter(accepted, error)
    } else {
      outcomes[accepted.index] = answers.declined(
        error, code: code, accepted.message, showing: status)
    }
  }

  /// Answers a message whose deadline has passed; returns whether it had.
  ///
  /// A write without a reply address becomes a dead letter, except a vehicle's update, which the
  /// next one replaces, and a command, which the fleet repeats.
  mutating func settleIfLate(_ accepted: Accepted) -> Bool {
    guard let deadline = accepted.message.context.deadlineExceeded(at: now) else { return false }
    let type = accepted.message.type
    if type.needsMessageIdentifier, type != .rideDue {
      decline(accepted, deadline, code: .failure)
    } else {
      settle(accepted, answers.declined(deadline, accepted.message))
    }
    return true
  }

  /// Repeats a stored outcome, with another response where the stored one shows too much.
  mutating func settle(
    _ accepted: Accepted, again outcome: StoredOutcome,
    _ changes: [StatusChangeKey: StatusChange], hiding response: [UInt8]?
  ) {
    let message = accepted.message
    var note = Outcome.Note(of: message, isRepeat: true)
    note.rideIdentifier = note.rideIdentifier ?? outcome.changes.last?.rideIdentifier
    var stored = outcome
    if let response { stored.response = response }
    settle(accepted, answers.published(stored, changes: changes, to: message, note: note))
  }

  /// Answers a valid message that becomes a dead letter.
  mutating func deadLetter(_ accepted: Accepted, _ error: RequestError) {
    let refused = RefusedMessage(error: error, context: accepted.message.context)
    var outcome = answers.refused(refused, deliveries[accepted.index], at: now)
    outcome.note.rideIdentifier = accepted.message.intent.rideIdentifier
    outcomes[accepted.index] = outcome
  }

  /// All outcomes, in the order of the batch.
  consuming func settled() -> [Outcome] {
    var settled: [Outcome] = []
    settled.reserveCapacity(outcomes.count)
    for index in outcomes.indices {
      guard let outcome = outcomes[index].take() else {
        preconditionFailure("a handler left a message without an outcome")
      }
      settled.append(outcome)
    }
    return settled
  }
}

extension MessageContext {
  /// The answer to a message that was handled at that moment, which is after its deadline; nil
  /// where there was time.
  package func lateAnswer(at now: Instant) -> [UInt8]? {
    deadlineExceeded(at: now).map { error in
      var encoder = ResponseEncoder()
      return encoder.failure(code: .failure, error: error)
    }
  }

  /// Why a message is too late to be handled; nil while there is time.
  func deadlineExceeded(at now: Instant) -> RequestError? {
    guard let deadline, deadline <= now else { return nil }
    return RequestError(
      .deadlineExceeded, "the deadline \(deadline.rfc3339) passed before the request was handled",
      path: "headers.deadline")
  }
}
