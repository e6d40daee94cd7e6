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
