/// What the sender of a message can do when it was not carried out: the `retry` of an error, and
/// after how long.
package struct RetryAdvice: Hashable, Sendable {
  /// The closed list of what to do; the raw values go over the wire.
  package enum Action: String, Sendable, CaseIterable {
    /// Not again: the same content gets the same answer.
    case no
    /// Again as it is, with the same `message_id`: nothing was kept of it.
    case sameIdentifier
    /// Again with a new `message_id`: the same content may succeed by then, and the refusal is kept
    /// under the old id.
    case newIdentifier
  }

  package var action: Action
  /// How long to wait, where waiting helps.
  package var afterSeconds: Int?

  private static let no = RetryAdvice(action: .no)
  private static func same(after seconds: Int? = nil) -> RetryAdvice {
    RetryAdvice(action: .sameIdentifier, afterSeconds: seconds)
  }
  private static func new(after seconds: Int? = nil) -> RetryAdvice {
    RetryAdvice(action: .newIdentifier, afterSeconds: seconds)
  }

  /// The advice for a reason: the one table of the contract.
  package static func advice(for reason: ErrorReason) -> RetryAdvice {
    switch reason {
    case .malformedJSON, .wrongType, .missingField, .outOfRange, .unknownMember, .bodyTooLarge,
      .bodyTooDeep, .unsupportedContentType, .unknownSchemaVersion, .missingMessageIdentifier,
      .missingReplyTo,
      .notPermitted, .reservedHeader:
      no
    case .outsideServiceArea, .notReachable, .tooImprecise, .sameAsPickup, .tooFar,
      .unknownOption, .notAvailableHere, .listExpired, .invalidQuote, .quoteOfAnotherRider,
      .quoteUsed, .bookInAppOnly, .partySizeRequired, .belowOne, .aboveCapacity, .noTier, .inPast,
      .tooSoon, .outsideOperatingHours, .ambiguousLocalTime, .nonexistentLocalTime,
      .recurrenceUnsupported, .unknownMethod, .expired, .currencyUnsupported,
      .paymentMethodRequired, .refundTooLarge, .unknownPayment, .unknownRide, .illegalMove,
      .notCancelable, .cancellationFeeTooHigh, .feedbackAlreadyGiven, .feedbackTooLate,
      .tipTooLarge:
      no
    case .contested: same(after: 1)
    case .deadlineExceeded: same()
    case .responseRefused: same(after: 60)
    case .unreadableRide: same(after: 300)
    case .serviceTemporarilyUnavailable, .refundUnderWay: new(after: 30)
    case .conflictingMessageIdentifier, .priceTooHigh, .tooFarAhead, .paymentDeclined,
      .paymentNeedsAction,
      .refundDeclined, .previousRideNeedsCompletion, .previousRideNeedsFeedback, .unknownVehicle,
      .rideNotCompleted:
      new()
    }
  }
}
