package import Messages
package import RideStore
package import Rides

/// Handles batches of messages of one queue family: deliveries in, outcomes out.
///
/// A handler lives on one lane and owns the lane's store session. It keeps nothing between batches
/// that a restart could not lose.
package protocol MessageHandler: AnyObject {
  /// The queue family whose messages it takes.
  var family: QueueFamily { get }

  /// Handles a batch as one transaction, or message by message where that meets a conflict each
  /// time; gives back one outcome for each delivery, in their order.
  ///
  /// Throws only when the store did not do its part. What has changed by then is stored with its
  /// outcome, so that the same batch can be handled again.
  func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome]

  /// Takes note of responses that were given up because their address takes none: the queue is
  /// gone, or its name cannot be used.
  func undelivered(_ responses: [Publication])

  /// The command that has a response sent again later, which its queue has refused for too long and
  /// which does not answer the delivery itself; nil where it is dropped.
  func retry(of response: Publication, causedBy delivery: Delivery) -> Publication?

  /// How long its session has waited for the database in all.
  var timeInStore: Duration { get }
}

extension MessageHandler {
  /// Most only answer the sender of the delivery.
  package func retry(of response: Publication, causedBy delivery: Delivery) -> Publication? { nil }

  /// Most do not know.
  package var timeInStore: Duration { .zero }

  /// Most do not care: the requester is gone.
  package func undelivered(_ responses: [Publication]) {}
}

/// Everything that handling one message asks to be published, and a note of it for the log.
package struct Outcome: Hashable, Sendable {
  package var publications: [Publication]
  package var note: Note

  package init(publications: [Publication], note: Note) {
    self.publications = publications
    self.note = note
  }

  /// What the log may say of a message: never its payload.
  package struct Note: Hashable, Sendable {
    /// The `type` as it came, or the queue's own where there was none.
    package var type: String
    package var code: ResponseCode?
    package var error: RequestError?
    package var isDeadLetter: Bool
    /// Whether the outcome was stored before and is only told again.
    package var isRepeat: Bool
    /// Why somebody should look at what was billed; it names no rider.
    package var doubt: String?

    /// What has become of money after the ride that somebody should know.
    package var notices: [Notice] = []

    /// News of money after the ride that the log tells.
    package enum Notice: Hashable, Sendable {
      case refundDeclined
      case tipDeclined
      /// More was given back than was ordered or taken, and no command brings it back.
      case refundedTooMuch
      /// More was taken than the ride costs; the state is that of its return.
      case overpaid(RideAccount.Order.State)
    }

    /// W3C trace context of the message.
    package var traceparent: String?
    package var messageIdentifier: String?
    /// When the user asked, by the producer's clock.
    package var requestedAt: Instant?
    /// The ride that it is about, as its sender named it; nil where that is not known.
    package var rideIdentifier: RideIdentifier?

    package init(
      of context: MessageContext, code: ResponseCode? = nil, error: RequestError? = nil,
      isDeadLetter: Bool = false, isRepeat: Bool = false
    ) {
      type = context.type
      traceparent = context.traceparent
      messageIdentifier = context.messageIdentifier
      requestedAt = context.requestedAt
      self.code = code
      self.error = error
      self.isDeadLetter = isDeadLetter
      self.isRepeat = isRepeat
    }

    /// A note of a message that was understood, with the ride that it names.
    package init(
      of message: IncomingMessage, code: ResponseCode? = nil, error: RequestError? = nil,
      isRepeat: Bool = false
    ) {
      self.init(of: message.context, code: code, error: error, isRepeat: isRepeat)
      rideIdentifier = message.intent.rideIdentifier
    }
  }
}
