package import Messages
package import RideStore
package import Rides

/// Handles batches of messages of one queue family: deliveries in, outcomes out.
///
/// A handler lives on one lane and owns the lane's store session. It keeps nothing between batches
/// that a restart could not lose.
package protocol MessageHandler: AnyObject {
  /// The queue family whose messages it handles.
  var family: QueueFamily { get }

  /// Handles a batch as one transaction, or message by message after repeated conflicts.
  ///
  /// Returns one outcome for each delivery, in their order. Throws only errors of the store; the
  /// changes up to then are stored with their outcomes, so the same batch can be handled again.
  func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome]

  /// Receives the responses that were dropped because their queue does not exist or its name is
  /// invalid.
  func undelivered(_ responses: [Publication])

  /// The command that repeats a response later, after its queue has refused it for too long.
  ///
  /// Only for responses that do not answer the delivery itself; nil for a response that is dropped.
  func retry(of response: Publication, causedBy delivery: Delivery) -> Publication?

  /// Throws unless the database of its session answers; a handler that needs none never throws.
  func checkStore() throws(StoreError)

  /// The total time for which its session has waited for the database.
  var timeInStore: Duration { get }
}

extension MessageHandler {
  /// By default nil: most handlers answer only the sender of the delivery.
  package func retry(of response: Publication, causedBy delivery: Delivery) -> Publication? { nil }

  /// By default zero: most handlers do not measure it.
  package var timeInStore: Duration { .zero }

  /// By default does nothing: without a session there is nothing to check.
  package func checkStore() throws(StoreError) {}

  /// By default does nothing: the requester no longer exists.
  package func undelivered(_ responses: [Publication]) {}
}

/// The publications that one message leads to, and a note for the log.
package struct Outcome: Hashable, Sendable {
  package var publications: [Publication]
  package var note: Note

  package init(publications: [Publication], note: Note) {
    self.publications = publications
    self.note = note
  }

  /// What the log may say of a message: never its payload.
  package struct Note: Hashable, Sendable {
    /// The `type` of the message, or that of its queue if it had none.
    package var type: String
    package var code: ResponseCode?
    package var error: RequestError?
    package var isDeadLetter: Bool
    /// Whether the outcome was stored before and is only repeated.
    package var isRepeat: Bool
    /// Why an operator should check the bill; it names no rider.
    package var doubt: String?
    /// Why the position of a vehicle decides nothing.
    package var flaw: Fix.Flaw?
    /// Whether it is the one by which the vehicle becomes suspect.
    package var isSuspect = false

    /// Changes of payments after the ride, held starts, calls for help and absent vehicles: what an
    /// operator should know.
    package var notices: [Notice] = []

    /// A change of a payment after the ride, a held start, a call for help or an absent vehicle, as
    /// the log has it.
    package enum Notice: Hashable, Sendable {
      case refundDeclined
      case tipDeclined
      /// More was refunded than was ordered or charged, and no command can reverse it.
      case refundedTooMuch
      /// More was charged than the ride costs; the state is that of the refund.
      case overpaid(RideAccount.Order.State)
      /// So many wrong start codes were reported that the operator has to decide.
      case startHeld
      /// A rider or a driver has called for help.
      case helpCalled
      /// A vehicle does not come, is silent, or its reports are missing.
      case absent(RideAlarm)
    }

    /// W3C trace context of the message.
    package var traceparent: String?
    package var messageIdentifier: String?
    /// When the user asked, by the producer's clock.
    package var requestedAt: Instant?
    /// The ride that its sender named; nil if unknown.
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

    /// A note of a valid message, with the ride that it names.
    package init(
      of message: IncomingMessage, code: ResponseCode? = nil, error: RequestError? = nil,
      isRepeat: Bool = false
    ) {
      self.init(of: message.context, code: code, error: error, isRepeat: isRepeat)
      rideIdentifier = message.intent.rideIdentifier
    }
  }
}
