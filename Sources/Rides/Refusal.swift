/// A business reason why something is not offered or not done: an expected answer, not a fault.
package struct Refusal: Error, Hashable, Sendable {
  /// The closed list of business reasons; the raw values are on the wire.
  package enum Reason: String, Sendable, CaseIterable {
    // The places.

    /// The place is not served by any area of the catalogue.
    case outsideServiceArea
    /// No vehicle can get to the place, as in water or in a restricted zone.
    case notReachable
    /// The position is too vague to send a vehicle to.
    case tooImprecise
    /// Pickup and drop-off are the same place.
    case sameAsPickup
    /// Pickup and drop-off are in areas that do not serve each other.
    case tooFar

    // The option.

    /// The area is served, but nothing can be offered now.
    case serviceTemporarilyUnavailable
    /// No product has that name or identifier here, or it has no such extra.
    case unknownOption
    /// The product exists but cannot make this trip.
    case notAvailableHere
    /// The quote is no longer valid; a new list is needed.
    case listExpired
    /// The quote was not signed by this service, or is for another trip.
    case invalidQuote
    /// The quote was listed for another rider.
    case quoteOfAnotherRider
    /// The quote has booked a ride already.
    case quoteUsed
    /// The price is above the most that the rider has agreed to.
    case priceTooHigh
    /// The option can be booked in the operator's app alone (rule L12).
    case bookInAppOnly

    // The party.

    /// The option has party-size tiers and the request names no size (rule P6).
    case partySizeRequired
    /// A party of less than one.
    case belowOne
    /// A party that does not fit into the vehicle, or more of an extra than can be had.
    case aboveCapacity
    /// A party for which there is no price.
    case noTier

    // The time.

    /// The scheduled pickup lies in the past.
    case inPast
    /// The scheduled pickup is nearer than a vehicle can be sent.
    case tooSoon
    /// The scheduled pickup is farther ahead than can be booked.
    case tooFarAhead
    /// Nothing drives at that time.
    case outsideOperatingHours
    /// The local time occurs twice, since clocks are set back.
    case ambiguousLocalTime
    /// The local time does not occur, since clocks are set forward.
    case nonexistentLocalTime
    /// A pickup that repeats.
    case recurrenceUnsupported

    // The payment.

    /// The payment method is not one of the area's.
    case unknownMethod
    /// The payment method is no longer valid.
    case expired
    /// The payment method, or the amount, has another currency than the ride.
    case currencyUnsupported
    /// The request names no payment method where one is needed.
    case paymentMethodRequired
    /// The payment was refused for good.
    case paymentDeclined
    /// The rider has to do something in an app before the payment can be made.
    case paymentNeedsAction
    /// More than the paid amount cannot be refunded.
    case refundTooLarge
    /// The payment system has not refunded the amount.
    case refundDeclined
    /// Another refund of the ride has no answer of the payment system yet.
    case refundUnderWay
    /// The ride has requested no such payment.
    case unknownPayment

    // The rider and the ride.

    /// An earlier ride of the rider is unfinished or unpaid (rule A2).
    case previousRideNeedsCompletion
    /// An earlier ride of the rider waits for its rating.
    case previousRideNeedsFeedback
    /// The ride does not exist, or is another rider's.
    case unknownRide
    /// The token that shares a ride was not made by this service.
    case invalidShareToken
    /// The ride that is to be shared, or is shared, has ended (rule A18).
    case shareEnded
    /// The ride has as many calls for help as the operator is told of (rule A17).
    case tooManyCalls
    /// The vehicle has never reported, or does not drive this ride.
    case unknownVehicle
    /// The event does not fit the phase of the ride.
    case illegalMove
    /// The driver has reported no start code, or another than the rider's.
    case wrongStartCode
    /// Too many wrong start codes were reported.
    case startHeld
    /// The ride can no longer be canceled (rule A6).
    case notCancelable
    /// To cancel the ride now costs more than the rider has agreed to (rule A6).
    case cancellationFeeTooHigh
    /// Feedback is accepted only for a completed ride (rule A7).
    case rideNotCompleted
    /// The ride has had feedback of this kind (rule A7).
    case feedbackAlreadyGiven
    /// The time for feedback is over.
    case feedbackTooLate
    /// The tip is above the accepted limit (rule A8).
    case tipTooLarge
  }

  package let reason: Reason
  /// The expected and the actual value, for a person.
  package let message: String
  /// The field of the request at fault, such as `dropOffLocation`; nil when it is none of them.
  package let path: String?
  /// The price now, where it is why.
  package let price: Money?
  /// What riders are told, by locale, in the place of the words for the reason; nil for those.
  package let texts: [String: String]?
  /// What the rider is told, in the rider's language; nil where the catalogue has no words for it.
  package var prompt: String?

  package init(
    _ reason: Reason, _ message: String, path: String? = nil, price: Money? = nil,
    texts: [String: String]? = nil
  ) {
    self.reason = reason
    self.message = message
    self.path = path
    self.price = price
    self.texts = texts
  }
}
