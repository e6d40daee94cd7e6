import Messages
import RideStore
import Rides

/// Converts the decisions of a handler into publications.
struct Answers {
  let family: QueueFamily
  let dependencies: HandlerDependencies

  /// The outcome of an invalid message: an answer, if it has a usable reply address, and the whole
  /// message as a dead letter.
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

  /// The outcome of a valid message that fails; nothing is stored.
  ///
  /// The answer has the existing ride (rule B6).
  func declined(
    _ error: RequestError, code: ResponseCode = .failure, _ message: IncomingMessage,
    showing status: RideStatus? = nil
  ) -> Outcome {
    Outcome(
      publications: answer(failure(code, error, status), message.context),
      note: .init(of: message, code: code, error: error))
  }

  /// The outcome of a valid message that the domain refuses.
  func refused(
    _ refusal: Refusal, _ message: IncomingMessage, about ride: Ride? = nil
  ) -> Outcome {
    declined(
      RequestError(dependencies.worded(refusal, for: message.intent, about: ride)),
      code: RefusalCodes.code(for: refusal.reason, of: message.type), message)
  }

  /// The outcome of an answered query.
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
  /// The response comes first. It goes to the reply address of the latest delivery, so that a
  /// restarted requester receives it. Repeats have the same ids.
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
    publications += stored.payments.compactMap { text in
      let body = Array(text.utf8)
      return StoredEvent.publication(of: body)
        ?? PaymentMessage.publication(
          of: body, traceparent: message.context.traceparent,
          tracestate: message.context.tracestate)
    }
    return Outcome(publications: publications, note: note)
  }
}

extension HandlerDependencies {
  /// A refusal with what its rider is told of it, in the language of the message, else of the
  /// rider's ride; the same for messages of others, and where the catalogue has no words for it.
  func worded(_ refusal: Refusal, for intent: Intent, about ride: Ride? = nil) -> Refusal {
    guard let rider = intent.riderIdentifier else { return refusal }
    let own = ride?.status.riderIdentifier == rider ? ride : nil
    var refusal = refusal
    refusal.prompt = quoter.prompt(for: refusal, locale: intent.locale ?? own?.locale)
    return refusal
  }

  /// A short name of the message that caused a search, so that each cause searches once.
  ///
  /// It includes operation and scope, within which message ids are unique.
  fileprivate func digestName(of key: OutcomeKey) -> String {
    let text = [key.operation, key.scope, key.messageIdentifier].joined(separator: "\u{0}")
    return base32(Array(digest(Array(text.utf8)).prefix(16)))
  }
}
