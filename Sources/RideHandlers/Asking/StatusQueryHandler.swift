package import Messages
package import RideStore
package import Rides

/// Answers "where is my ride": a read that changes nothing and tells no event (rule F9).
package final class StatusQueryHandler: MessageHandler {
  package let family = QueueFamily.statusQuery
  private let tools: HandlerTools
  private let store: any RideStore
  private let answers: Answers
  private var encoder = ResponseEncoder()

  package init(tools: HandlerTools, store: any RideStore) {
    self.tools = tools
    self.store = store
    answers = Answers(family: .statusQuery, tools: tools)
  }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    var triage = Triage(batch, answers: answers, at: now)
    guard !triage.accepted.isEmpty else { return triage.settled() }
    let found = try store.transaction(.read) { () throws(StoreError) in
      try FoundRides(triage.accepted.compactMap { $0.message.getRideStatus }, in: store)
    }
    for accepted in triage.accepted {
      triage.settle(accepted, try outcome(of: accepted.message, found, at: now))
    }
    return triage.settled()
  }

  private func outcome(
    of message: IncomingMessage, _ found: FoundRides, at now: Instant
  ) throws(StoreError) -> Outcome {
    if let error = message.context.deadlineExceeded(at: now) {
      return answers.declined(error, message)
    }
    guard let intent = message.getRideStatus else {
      return Outcome(publications: [], note: .init(of: message.context, code: .success))
    }
    let status = try found.status(for: intent)
    if status == nil, let asked = intent.rideIdentifier {
      return answers.refused(
        Refusal(.unknownRide, "the rider has no ride \(asked)", path: "rideIdentifier"), message)
    }
    return Outcome(
      publications: answers.answer(encoder.getRideStatus(status), message.context),
      note: .init(of: message.context, code: .success))
  }
}

extension IncomingMessage {
  /// The query that a message on the queue of status queries carries; nil for a command.
  fileprivate var getRideStatus: GetRideStatusIntent? {
    guard case .getRideStatus(let intent) = intent else { return nil }
    return intent
  }
}
