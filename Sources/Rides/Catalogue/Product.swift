/// What the operator sells: a stable key, a name in every locale, and a price.
package struct Product: Hashable, Sendable {
  package var key: ProductKey
  /// By locale; every locale of the catalogue has one.
  package var names: [String: String]
  /// Other words for the product, by locale; they book like its names.
  package var synonyms: [String: [String]]
  /// The kind of vehicle, so that a short list shows different ones (rule L2); products without
  /// one are each of a kind of their own.
  package var category: String?
  /// The passengers that a vehicle of this product carries.
  package var capacity: Int
  /// Whether the party matters; for cargo it does not (rule P7).
  package var isPartySizeRelevant: Bool
  package var isWheelchairAccessible: Bool
  /// When it is sold, by the clocks of the area; nil is whenever the area is served.
  package var hours: OperatingHours?
  /// The keys of the extras that riders may choose to it; nil is all of the area.
  package var extras: [ExtraKey]?
  package var tariff: Tariff
  package var pricing: Pricing
  /// By locale; nil without a warning.
  package var disclaimers: [String: String]?
  /// Whether a driver has to accept a ride before it is confirmed.
  package var requiresAcceptance: Bool
  /// Whether the driver has to report a code that only the rider is shown.
  package var requiresStartCode = false
  /// What else riders are shown of it; empty for most.
  package var details: [ProductDetail] = []
  /// The wait that is shown when all vehicles of the product are busy.
  package var busyPickupSeconds: Int
  /// The longest drive of a vehicle to a pickup (rule S2); nil when 50 km are the only limit.
  package var pickupReachSeconds: Int?
  /// Nil if canceling is free.
  package var cancellation: CancellationPolicy?
  package var endElsewhere: EndElsewhere

  package init(
    key: ProductKey, names: [String: String], capacity: Int, tariff: Tariff, pricing: Pricing,
    disclaimers: [String: String]? = nil, requiresAcceptance: Bool, busyPickupSeconds: Int,
    cancellation: CancellationPolicy? = nil, synonyms: [String: [String]] = [:],
    category: String? = nil, isPartySizeRelevant: Bool = true,
    isWheelchairAccessible: Bool = false, hours: OperatingHours? = nil, extras: [ExtraKey]? = nil,
    endElsewhere: EndElsewhere = EndElsewhere()
  ) {
    self.key = key
    self.names = names
    self.capacity = capacity
    self.tariff = tariff
    self.pricing = pricing
    self.disclaimers = disclaimers
    self.requiresAcceptance = requiresAcceptance
    self.busyPickupSeconds = busyPickupSeconds
    self.cancellation = cancellation
    self.synonyms = synonyms
    self.category = category
    self.isPartySizeRelevant = isPartySizeRelevant
    self.isWheelchairAccessible = isWheelchairAccessible
    self.hours = hours
    self.extras = extras
    self.endElsewhere = endElsewhere
  }

  /// How a tariff becomes a price.
  package enum Pricing: Hashable, Sendable {
    /// One price for any party (rules M1, P5).
    case fixed
    /// A price for each party-size tier (rules P1, P2, M2).
    case tiered(PartyTiers)
    /// The driver's meter decides.
    case metered
  }
}

/// The party-size tiers of a product: they start at one, ascend, touch and never overlap.
package struct PartyTiers: Hashable, Sendable {
  /// The question for the party size, by locale.
  package var prompts: [String: String]
  package var tiers: [PartyTier]

  package init(prompts: [String: String], tiers: [PartyTier]) {
    self.prompts = prompts
    self.tiers = tiers
  }
}

/// One tier and its extra price (rule P4).
package struct PartyTier: Hashable, Sendable {
  package var partySize: PartySizeRange
  package var descriptions: [String: String]
  package var extra: Money

  package init(partySize: PartySizeRange, descriptions: [String: String], extra: Money) {
    self.partySize = partySize
    self.descriptions = descriptions
    self.extra = extra
  }
}

/// What a ride with a booked price costs that has ended away from its drop-off (rule D6).
///
/// The price is agreed for a way, and a driver alone cannot say where it has ended. So the product
/// decides, but only where positions show the end of a trip: all else awaits the operator.
package struct EndElsewhere: Hashable, Sendable {
  /// What becomes of the price.
  package enum Fare: String, Hashable, Sendable, CaseIterable {
    /// It awaits the operator's decision.
    case held
    /// It stays as it was agreed.
    case agreed
    /// It falls with the way that was driven, and never rises: more needs the rider's consent.
    case repriced
  }

  package var fare = Fare.held
  /// Of the line that lowers a price, by locale; nil is in English.
  package var titles: [String: String]?

  package init(_ fare: Fare = .held, titles: [String: String]? = nil) {
    self.fare = fare
    self.titles = titles
  }
}
