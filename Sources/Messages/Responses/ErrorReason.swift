package import Rides

/// Every `reason` that an error can carry: one closed list for the whole contract.
package enum ErrorReason: String, Sendable, CaseIterable {
  // The message itself is at fault.
  case malformedJSON, wrongType, missingField, outOfRange, unknownMember
  case bodyTooLarge, bodyTooDeep
  case unsupportedContentType, unknownSchemaVersion
  case missingMessageIdentifier, missingReplyTo, conflictingMessageIdentifier
  case deadlineExceeded
  // Others changed the same ride, rider or vehicle first, each time that it was tried.
  case contested
  // Its sender lacks a right, or claims what only the broker or the fleet can say.
  case notPermitted, reservedHeader
  // Its requester is at fault: the answer has no place in the queue that it named.
  case responseRefused
  // What is kept is at fault.
  case unreadableRide
  // The business refuses; the names of `Refusal.Reason`.
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
  case illegalMove, notCancelable, cancellationFeeTooHigh, rideNotCompleted, feedbackAlreadyGiven,
    feedbackTooLate
  case tipTooLarge

  /// Whether the message was refused for where it came from, before anything of it was decoded.
  package var isBreachOfRights: Bool { self == .notPermitted || self == .reservedHeader }

  /// Whether a message that is refused for it can become a dead letter; what the business refuses
  /// is answered and not kept.
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
  /// The reason of the same name as one of the business.
  package init(_ reason: Refusal.Reason) {
    // Every business reason has its namesake above; a test compares the two lists.
    self = ErrorReason(rawValue: reason.rawValue)!
  }
}

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
