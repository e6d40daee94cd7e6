/// What one parameter of a request has come to: SiriKit's `INIntentResolutionResult`.
package enum Resolution: Hashable, Sendable {
  /// What a parameter is taken for; it may differ from what came in.
  package enum Value: Hashable, Sendable {
    case place(Place)
    case optionName(String)
    case partySize(Int)
    case pickupWindow(PickupWindow)
    case paymentMethod(PaymentMethod)
  }

  /// It is missing, and the rider has to be asked.
  case needsValue
  /// It is missing, or means nothing, and that is fine.
  case notRequired
  /// It cannot be used, and the rider has to be asked again.
  case unsupported(Refusal)
  /// It is good.
  case success(Value)
  /// It may mean several things, among which the rider has to choose; a party size never does.
  case disambiguation([Value])
  /// It probably means this, and the rider should be asked.
  case confirmationRequired(Value)
}

/// A request as far as it is known, of which each parameter is judged on its own.
package struct PartialRequest: Hashable, Sendable {
  package var locale: String?
  package var pickup: Place?
  package var dropOff: Place?
  package var optionName: String?
  package var optionIdentifier: ProductKey?
  /// What the quote that came promises; nil where none came.
  package var claims: QuoteClaims?
  package var partySize: Int?
  package var scheduledPickup: RequestedPickup?
  package var paymentMethod: PaymentMethod?
  package var requiresWheelchairAccess: Bool

  package init(
    locale: String? = nil, pickup: Place? = nil, dropOff: Place? = nil, optionName: String? = nil,
    optionIdentifier: ProductKey? = nil, claims: QuoteClaims? = nil, partySize: Int? = nil,
    scheduledPickup: RequestedPickup? = nil, paymentMethod: PaymentMethod? = nil,
    requiresWheelchairAccess: Bool = false
  ) {
    self.locale = locale
    self.pickup = pickup
    self.dropOff = dropOff
    self.optionName = optionName
    self.optionIdentifier = optionIdentifier
    self.claims = claims
    self.partySize = partySize
    self.scheduledPickup = scheduledPickup
    self.paymentMethod = paymentMethod
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }
}
