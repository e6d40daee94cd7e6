/// The resolution of one parameter: SiriKit's `INIntentResolutionResult`.
package enum Resolution: Hashable, Sendable {
  /// The accepted value; it may differ from the requested one.
  package enum Value: Hashable, Sendable {
    case place(Place)
    case optionName(String)
    case partySize(Int)
    case pickupWindow(PickupWindow)
    case paymentMethod(PaymentMethod)
  }

  /// It is missing, and the rider must be asked.
  case needsValue
  /// It is missing or has no effect, and is not needed.
  case notRequired
  /// It cannot be used, and the rider must be asked again.
  case unsupported(Refusal)
  /// It can be used.
  case success(Value)
  /// It has several possible meanings, among which the rider must choose; never a party size.
  case disambiguation([Value])
  /// It probably means this, which the rider should confirm.
  case confirmationRequired(Value)
}

/// An incomplete request, whose parameters are resolved one by one.
package struct PartialRequest: Hashable, Sendable {
  package var locale: String?
  package var pickup: Place?
  package var dropOff: Place?
  package var stops: [Place]
  package var optionName: String?
  package var optionIdentifier: ProductKey?
  /// The claims of its quote; nil without one.
  package var claims: QuoteClaims?
  package var partySize: Int?
  package var scheduledPickup: RequestedPickup?
  package var paymentMethod: PaymentMethod?
  package var requiresWheelchairAccess: Bool

  package init(
    locale: String? = nil, pickup: Place? = nil, dropOff: Place? = nil, stops: [Place] = [],
    optionName: String? = nil,
    optionIdentifier: ProductKey? = nil, claims: QuoteClaims? = nil, partySize: Int? = nil,
    scheduledPickup: RequestedPickup? = nil, paymentMethod: PaymentMethod? = nil,
    requiresWheelchairAccess: Bool = false
  ) {
    self.locale = locale
    self.pickup = pickup
    self.dropOff = dropOff
    self.stops = stops
    self.optionName = optionName
    self.optionIdentifier = optionIdentifier
    self.claims = claims
    self.partySize = partySize
    self.scheduledPickup = scheduledPickup
    self.paymentMethod = paymentMethod
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }
}
