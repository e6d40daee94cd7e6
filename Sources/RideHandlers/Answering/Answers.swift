import Messages
import RideStore
import Rides

/// Turns what a handler decided into the publications that say so.
struct Answers {
  let family: QueueFamily
  let dependencies: HandlerDependencies

  /// The outcome of a message that could not be taken: an answer to whoever can be answered, and
  /// the message kept whole.
  func refused(_ refused: RefusedMessage, _ delivery: Delivery, at now: Instant) -> Outcome {
    var publications = answer(failure(.failure, refused.error), refused.context)
    let deadLetter = DeadLetter(
      delivery: delivery, family: family, error: refused.error, failedAt: now,
      worker: dependencies.worker)
    publications.append(deadLetter.publication)
    return Outcome(
      publications: publications,
      note: .init(of: refused.context, code: .failure, error: refused.error, isDeadLetter: true))
  }

  /// The outcome of a message that was understood and is not carried out; nothing is kept of it.
  ///
  /// It shows the ride that there is all the same (rule B6).
  func declined(
    _ error: RequestError, code: ResponseCode = .failure, _ message: IncomingMessage,
    showing status: RideStatus? = nil
  ) -> Outcome {
    Outcome(
      publications: answer(failure(code, error, status), message.context),
      note: .init(of: message, code: code, error: error))
  }

  /// The outcome of a message that was understood and refused for a reason of the business.
  func refused(_ refusal: Refusal, _ message: IncomingMessage) -> Outcome {
    declined(
      RequestError(refusal),
      code: RefusalCodes.code(for: refusal.reason, of: message.type), message)
  }

  /// The outcome of a question that was answered.
  func answered(
    _ body: [UInt8], _ code: ResponseCode, _ message: IncomingMessage
  ) -> Outcome {
    Outcome(
      publications: answer(body, message.context), note: .init(of: message, code: code))
  }

  /// The response with that body, to the address in the message; none when there is no address.
  func answer(_ body: [UInt8], _ context: MessageContext) -> [Publication] {
    Publication.response(to: context, body: body).map { [$0] } ?? []
  }

  private func failure(
    _ code: ResponseCode, _ error: RequestError, _ status: RideStatus? = nil
  ) -> [UInt8] {
    var encoder = ResponseEncoder()
    return encoder.failure(
      code: code, error: error, rideStatus: status.map(encoder.rideStatus))
  }
}

extension Answers {
  /// The publications of a stored outcome, for the first time or again: the response, the events,
  /// the commands.
  ///
  /// The response comes first and goes to the address of the message that has just come, so that a
  /// requester that was restarted gets it too; ids are the same each time.
  func published(
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
