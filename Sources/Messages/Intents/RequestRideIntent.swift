package import Rides

/// "Book it": SiriKit's `INRequestRideIntent`.
package struct RequestRideIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  package var pickupLocation: Place
  package var dropOffLocation: Place?
  /// The name of the option, all that SiriKit passes on; or the identifier, for producers that can
  /// carry it.
  package var rideOptionName: String?
  package var optionIdentifier: ProductKey?
  package var quoteIdentifier: String?
  /// The most that the rider agrees to pay where no quote locks the price; nil for any price.
  package var maximumPrice: Money?
  /// All passengers, the rider included.
  package var partySize: Int?
  package var paymentMethod: PaymentMethod?
  package var scheduledPickupTime: RequestedPickup?
  /// Whether only vehicles will do into which a wheelchair can be rolled.
  package var requiresWheelchairAccess: Bool

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, pickupLocation: Place,
    dropOffLocation: Place? = nil, rideOptionName: String? = nil,
    optionIdentifier: ProductKey? = nil, quoteIdentifier: String? = nil, maximumPrice: Money? = nil,
    partySize: Int? = nil, paymentMethod: PaymentMethod? = nil,
    scheduledPickupTime: RequestedPickup? = nil,
    requiresWheelchairAccess: Bool = false
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.rideOptionName = rideOptionName
    self.optionIdentifier = optionIdentifier
    self.quoteIdentifier = quoteIdentifier
    self.maximumPrice = maximumPrice
    self.partySize = partySize
    self.paymentMethod = paymentMethod
    self.scheduledPickupTime = scheduledPickupTime
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }
}
