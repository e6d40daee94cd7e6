// Written from Messages by Tests/Lab/messages: change that, not this.

/// Why a request was not carried out, or a parameter cannot be used.
public enum ErrorReason: Hashable, Sendable, OpenWord {
  /// The body is no JSON in UTF-8, has half of a pair of surrogates, or a name twice in an
  /// object.
  case malformedJSON
  /// A value has the wrong type or form, or is not in the list of words.
  case wrongType
  /// A required member is absent.
  case missingField
  /// A value is too small, too large or too long, or has a forbidden character.
  case outOfRange
  /// A strict request has a member that Livery does not know.
  case unknownMember
  /// More than 64 KiB.
  case bodyTooLarge
  /// More than 32 levels.
  case bodyTooDeep
  /// Not JSON, or compressed.
  case unsupportedContentType
  /// `schema-version` is not `1`.
  case unknownSchemaVersion
  /// The type needs a `message_id`.
  case missingMessageIdentifier
  /// A query has no `reply_to`.
  case missingReplyTo
  /// The `message_id` was used for another content; `rideStatus` has its ride.
  case conflictingMessageIdentifier
  /// The `deadline` had passed; send a later one.
  case deadlineExceeded
  /// Others changed the same ride or vehicle first.
  case contested
  /// The sender had no permission; in dead letters only.
  case notPermitted
  /// Only the broker or the fleet writes such a header; in dead letters only.
  case reservedHeader
  /// The queue of the `reply_to` refused the response; in dead letters only.
  case responseRefused
  /// This release cannot read the stored ride.
  case unreadableRide
  /// No service area contains the place.
  case outsideServiceArea
  /// No vehicle can get to the place, as in water or in a restricted zone.
  case notReachable
  /// The place is known too roughly (`accuracyMetres`).
  case tooImprecise
  /// The drop-off is the pickup.
  case sameAsPickup
  /// Pickup and drop-off are in different service areas.
  case tooFar
  /// The place is served, but nothing can be offered now.
  case serviceTemporarilyUnavailable
  /// No option here has that name or identifier, they name different ones, or it has no such
  /// extra.
  case unknownOption
  /// The option cannot make this trip, nothing is sold for it, or a meter prices it and the
  /// booking has a `maximumPrice`.
  case notAvailableHere
  /// The quote has expired, or its option or extra is no longer sold.
  case listExpired
  /// The quote is not signed by a known key, or is for another trip or option.
  case invalidQuote
  /// The list was another rider's.
  case quoteOfAnotherRider
  /// A ride was booked with the quote already.
  case quoteUsed
  /// The price is above the `maximumPrice`; the error has the `price` now; of `ride.adjust`,
  /// `ride.end` and `ride.settle`, above what the rider has agreed to.
  case priceTooHigh
  /// The option is booked in the operator's app alone.
  case bookInAppOnly
  /// Prices are by the size of the party, and the booking has no `partySize`.
  case partySizeRequired
  /// The party has less than one person.
  case belowOne
  /// The party does not fit into the vehicle, or an extra is named twice or above its `atMost`.
  case aboveCapacity
  /// No price for that size of party.
  case noTier
  /// The pickup has passed, or its window ends before it starts.
  case inPast
  /// The pickup is nearer than a vehicle can be sent.
  case tooSoon
  /// The pickup is further ahead than can be booked yet.
  case tooFarAhead
  /// Nothing drives at that time.
  case outsideOperatingHours
  /// The clocks at the pickup show that time twice.
  case ambiguousLocalTime
  /// The clocks at the pickup leave that time out.
  case nonexistentLocalTime
  /// `scheduledPickupTime` has a `recurrenceRule`.
  case recurrenceUnsupported
  /// The area does not accept that `type`.
  case unknownMethod
  /// The payment method expires before the pickup.
  case expired
  /// The payment method or the amount has another currency than the ride.
  case currencyUnsupported
  /// The booking has no payment method.
  case paymentMethodRequired
  /// The payment system declined the payment.
  case paymentDeclined
  /// The rider has to act with the payment system first.
  case paymentNeedsAction
  /// The refund is more than was charged; of `ride.waive` and `ride.adjust`, the ride would cost
  /// less than was given back or settled otherwise.
  case refundTooLarge
  /// The payment system declined the refund, or a part of it.
  case refundDeclined
  /// Another refund of the ride has no answer yet; of `ride.waive` and `ride.adjust`, any
  /// payment.
  case refundUnderWay
  /// The ride has sent no command with that `key`.
  case unknownPayment
  /// An earlier ride is unfinished, or not paid and no answer to its payment is awaited.
  case previousRideNeedsCompletion
  /// An earlier ride waits for its rating.
  case previousRideNeedsFeedback
  /// There is no such ride, or it is another rider's.
  case unknownRide
  /// The vehicle does not drive this ride.
  case unknownVehicle
  /// The token of a shared ride is not sealed by a known key.
  case invalidShareToken
  /// The ride has ended, and can no longer be shared or followed.
  case shareEnded
  /// The operator has ten calls for help of the rider, or of the driver, for this ride already.
  case tooManyCalls
  /// The report or order does not fit the phase of the ride.
  case illegalMove
  /// The ride starts with the code that its rider is shown, and the report has another or none.
  case wrongStartCode
  /// Five wrong start codes were reported.
  case startHeld
  /// The ride can no longer be canceled.
  case notCancelable
  /// The fee is above the `maximumCancellationFee`; of `ride.adjust` and `ride.settle`, above
  /// the agreed fee.
  case cancellationFeeTooHigh
  /// Feedback needs a completed ride, a receipt one that is billed.
  case rideNotCompleted
  /// Feedback of this kind was given already.
  case feedbackAlreadyGiven
  /// The time for feedback is over.
  case feedbackTooLate
  /// The tip is above the limit.
  case tipTooLarge
  /// A word of a later release.
  case other(String)

  static let known: [String: ErrorReason] = [
    "malformedJSON": .malformedJSON, "wrongType": .wrongType, "missingField": .missingField,
    "outOfRange": .outOfRange, "unknownMember": .unknownMember,
    "bodyTooLarge": .bodyTooLarge, "bodyTooDeep": .bodyTooDeep,
    "unsupportedContentType": .unsupportedContentType,
    "unknownSchemaVersion": .unknownSchemaVersion,
    "missingMessageIdentifier": .missingMessageIdentifier, "missingReplyTo": .missingReplyTo,
    "conflictingMessageIdentifier": .conflictingMessageIdentifier,
    "deadlineExceeded": .deadlineExceeded, "contested": .contested,
    "notPermitted": .notPermitted, "reservedHeader": .reservedHeader,
    "responseRefused": .responseRefused, "unreadableRide": .unreadableRide,
    "outsideServiceArea": .outsideServiceArea, "notReachable": .notReachable,
    "tooImprecise": .tooImprecise, "sameAsPickup": .sameAsPickup, "tooFar": .tooFar,
    "serviceTemporarilyUnavailable": .serviceTemporarilyUnavailable,
    "unknownOption": .unknownOption, "notAvailableHere": .notAvailableHere,
    "listExpired": .listExpired, "invalidQuote": .invalidQuote,
    "quoteOfAnotherRider": .quoteOfAnotherRider, "quoteUsed": .quoteUsed,
    "priceTooHigh": .priceTooHigh, "bookInAppOnly": .bookInAppOnly,
    "partySizeRequired": .partySizeRequired, "belowOne": .belowOne,
    "aboveCapacity": .aboveCapacity, "noTier": .noTier, "inPast": .inPast,
    "tooSoon": .tooSoon, "tooFarAhead": .tooFarAhead,
    "outsideOperatingHours": .outsideOperatingHours,
    "ambiguousLocalTime": .ambiguousLocalTime, "nonexistentLocalTime": .nonexistentLocalTime,
    "recurrenceUnsupported": .recurrenceUnsupported, "unknownMethod": .unknownMethod,
    "expired": .expired, "currencyUnsupported": .currencyUnsupported,
    "paymentMethodRequired": .paymentMethodRequired, "paymentDeclined": .paymentDeclined,
    "paymentNeedsAction": .paymentNeedsAction, "refundTooLarge": .refundTooLarge,
    "refundDeclined": .refundDeclined, "refundUnderWay": .refundUnderWay,
    "unknownPayment": .unknownPayment,
    "previousRideNeedsCompletion": .previousRideNeedsCompletion,
    "previousRideNeedsFeedback": .previousRideNeedsFeedback, "unknownRide": .unknownRide,
    "unknownVehicle": .unknownVehicle, "invalidShareToken": .invalidShareToken,
    "shareEnded": .shareEnded, "tooManyCalls": .tooManyCalls, "illegalMove": .illegalMove,
    "wrongStartCode": .wrongStartCode, "startHeld": .startHeld,
    "notCancelable": .notCancelable, "cancellationFeeTooHigh": .cancellationFeeTooHigh,
    "rideNotCompleted": .rideNotCompleted, "feedbackAlreadyGiven": .feedbackAlreadyGiven,
    "feedbackTooLate": .feedbackTooLate, "tipTooLarge": .tipTooLarge,
  ]
  var unknown: String? { if case .other(let word) = self { word } else { nil } }
}
