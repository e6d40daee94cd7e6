package import Rides

/// A request as far as it is known: the stage `resolve`, which asks what each parameter is worth.
package struct ResolveIntent: Hashable, Sendable {
  /// The parameters of a request that are resolved, one by one, in any order.
  package enum Parameter: String, Sendable, CaseIterable {
    case pickupLocation, dropOffLocation, rideOptionName, partySize, scheduledPickupTime
    case paymentMethod
  }

  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  /// The parameters that are asked about; nil is all of them.
  package var parameters: [Parameter]?
  package var pickupLocation: Place?
  package var dropOffLocation: Place?
  package var rideOptionName: String?
  package var optionIdentifier: ProductKey?
  package var quoteIdentifier: String?
  package var partySize: Int?
  package var paymentMethod: PaymentMethod?
  package var scheduledPickupTime: RequestedPickup?
  package var requiresWheelchairAccess: Bool

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, parameters: [Parameter]? = nil,
    pickupLocation: Place? = nil, dropOffLocation: Place? = nil, rideOptionName: String? = nil,
    optionIdentifier: ProductKey? = nil, quoteIdentifier: String? = nil, partySize: Int? = nil,
    paymentMethod: PaymentMethod? = nil, scheduledPickupTime: RequestedPickup? = nil,
    requiresWheelchairAccess: Bool = false
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.parameters = parameters
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.rideOptionName = rideOptionName
    self.optionIdentifier = optionIdentifier
    self.quoteIdentifier = quoteIdentifier
    self.partySize = partySize
    self.paymentMethod = paymentMethod
    self.scheduledPickupTime = scheduledPickupTime
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }
}
