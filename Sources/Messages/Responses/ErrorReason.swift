package import Rides

/// Every `reason` that an error can carry: one closed list for the whole contract.
package enum ErrorReason: String, Sendable, CaseIterable {
  // The message itself is invalid.
  case malformedJSON, wrongType, missingField, outOfRange, unknownMember
  case bodyTooLarge, bodyTooDeep
  case unsupportedContentType, unknownSchemaVersion
  case missingMessageIdentifier, missingReplyTo, conflictingMessageIdentifier
  case deadlineExceeded
  // Each attempt met another change of the same ride, rider or vehicle.
  case contested
  // The sender has no right, or set headers that only the broker or the fleet may set.
  case notPermitted, reservedHeader
  // The reply queue of the requester refused the answer.
  case responseRefused
  // Stored data is invalid.
  case unreadableRide
  // Refusals of the domain, with the names of `Refusal.Reason`.
  case outsideServiceArea, notReachable, tooImprecise, sameAsPickup, tooFar
  case serviceTemporarilyUnavailable, unknownOption, notAvailableHere, listExpired, invalidQuote
  case quoteOfAnotherRider, quoteUsed, priceTooHigh, bookInAppOnly
  case partySizeRequired, belowOne, aboveCapacity, noTier
  case inPast, tooSoon, tooFarAhead, outsideOperatingHours, ambiguousLocalTime
  case nonexistentLocalTime, recurrenceUnsupported
  case unknownMethod, expired, currencyUnsupported, paymentMethodRequired, paymentDeclined
  case paymentNeedsAction, refundTooLarge, refundDeclined, refundUnderWay
  case unknownPayment
  case previousRideNeedsCompletion, previousRideNeedsFeedback, unknownRide, unknownVehicle
  case invalidShareToken, shareEnded, tooManyCalls
  case illegalMove, wrongStartCode, startHeld
  case notCancelable, cancellationFeeTooHigh, rideNotCompleted, feedbackAlreadyGiven,
    feedbackTooLate
  case tipTooLarge

  /// Whether the message was refused for its origin, before its decoding.
  package var isBreachOfRights: Bool { self == .notPermitted || self == .reservedHeader }

  /// Whether a message with this reason can become a dead letter; refusals of the domain are only
  /// answered.
  package var makesDeadLetters: Bool { Refusal.Reason(rawValue: rawValue) == nil }

  /// The word for it in a dead letter's header, such as `missing-reply-to`.
  package var headerValue: String {
    var word = ""
    var previousIsUpper = true
    for character in rawValue {
      if character.isUppercase, !previousIsUpper { word.append("-") }
      previousIsUpper = character.isUppercase
      word.append(character.lowercased())
    }
    return word
  }
}

extension ErrorReason {
  /// The reason with the name of a refusal of the domain.
  package init(_ reason: Refusal.Reason) {
    // Every refusal has its namesake above; a test compares the two lists.
    self = ErrorReason(rawValue: reason.rawValue)!
  }
}

/// The advice to the sender of a failed message: the `retry` of an error, and the delay.
package struct RetryAdvice: Hashable, Sendable {
  /// The closed list of advice; the raw values are part of the contract.
  package enum Action: String, Sendable, CaseIterable {
    /// Do not send it again: the same content gets the same answer.
    case no
    /// Send it unchanged, with the same `message_id`: no outcome was stored.
    case sameIdentifier
    /// Send it with a new `message_id`: the same content may succeed later, and the refusal is
    /// stored under the old id.
    case newIdentifier
  }

  package var action: Action
  /// The delay, where waiting helps.
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
      .tipTooLarge, .invalidShareToken, .shareEnded, .tooManyCalls:
      no
    case .contested: same(after: 1)
    case .deadlineExceeded: same()
    case .responseRefused: same(after: 60)
    case .unreadableRide: same(after: 300)
    case .serviceTemporarilyUnavailable, .refundUnderWay: new(after: 30)
    case .conflictingMessageIdentifier, .priceTooHigh, .tooFarAhead, .paymentDeclined,
      .paymentNeedsAction,
      .refundDeclined, .previousRideNeedsCompletion, .previousRideNeedsFeedback, .unknownVehicle,
      .rideNotCompleted, .wrongStartCode, .startHeld:
      new()
    }
  }
}
