import Messages
import RideStore
import Rides

extension Answers {
  /// What a stored outcome says, told now for the first time or again: the response, the events,
  /// the commands.
  ///
  /// The response comes first and goes to the address of the message that has just come, so that a
  /// requester that has started anew gets it too; ids are the same each time.
  func told(
    _ stored: StoredOutcome, changes: [StatusChangeKey: StatusChange], to message: IncomingMessage,
    note: Outcome.Note
  ) -> Outcome {
    var publications = stored.response.isEmpty ? [] : answer(stored.response, message.context)
    for key in stored.changes {
      guard let change = changes[key] else { continue }
      publications.append(change.event)
    }
    for ride in stored.searches {
      publications.append(
        .rideDue(
          RideDue(rideIdentifier: ride),
          messageIdentifier: "\(ride)/due/\(dependencies.digestName(of: stored.key))",
          traceparent: message.context.traceparent, tracestate: message.context.tracestate))
    }
    publications += stored.payments.compactMap { command in
      PaymentMessage.publication(
        of: Array(command.utf8), traceparent: message.context.traceparent,
        tracestate: message.context.tracestate)
    }
    return Outcome(publications: publications, note: note)
  }
}

extension HandlerDependencies {
  /// A short name of the message that caused a search, so that each cause searches once: ids of
  /// messages count only within their operation and their scope.
  fileprivate func digestName(of key: OutcomeKey) -> String {
    let text = [key.operation, key.scope, key.messageIdentifier].joined(separator: "\u{0}")
    return base32(Array(digest(Array(text.utf8)).prefix(16)))
  }
}
