import Messages
import RideStore
import Rides

extension DispatchBatch {
  /// What is kept of a message of the street, so that it can be told again.
  func outcome(
    of draft: DispatchDraft, changes: [StatusChange], _ encoder: inout ResponseEncoder
  ) -> StoredOutcome {
    let identity =
      draft.identity
      ?? StoredOutcome.Identity(
        key: OutcomeKey(
          operation: draft.accepted.message.type.rawValue, scope: "",
          messageIdentifier: draft.accepted.message.searchCause),
        digest: [])
    var outcome = StoredOutcome(identity, at: now)
    if let refusal = draft.refusal {
      outcome.response = encoder.failure(code: .failure, error: ErrorBody(refusal))
    } else {
      outcome.response = encoder.acknowledgement(code: .success)
    }
    outcome.changes = changes.map(\.key)
    outcome.searches = draft.searches
    return outcome
  }

  /// The outcome of a message of the street that has just been taken.
  func told(
    _ draft: DispatchDraft, _ outcome: StoredOutcome, _ changes: [StatusChangeKey: StatusChange]
  ) -> Outcome {
    let message = draft.accepted.message
    return answers.told(
      outcome, changes: changes, to: message,
      note: .init(
        of: message.context, code: draft.refusal == nil ? .success : .failure,
        error: draft.refusal.map { ErrorBody($0) }))
  }
}

extension IncomingMessage {
  /// What names the cause of a search for vehicles: the message's own id, or the vehicle and its
  /// sequence.
  fileprivate var searchCause: String {
    if case .vehicleUpdate(let update) = intent {
      return "\(update.vehicleIdentifier)/\(update.sequence)"
    }
    return context.messageIdentifier ?? ""
  }
}
