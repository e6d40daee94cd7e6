/// What holds in an area at certain places and times, or for certain products, beyond its tariffs.
package struct AreaRules: Hashable, Sendable {
  package var specialPricing: [SpecialPricing]
  package var discounts: [Discount]
  package var appBookings: [AppBooking]
  package var restrictedZones: [RestrictedZone]
  /// The first that holds for a trip and a product counts.
  package var fixedFares: [FixedFare]
  package var tolls: [Toll]

  package init(
    specialPricing: [SpecialPricing] = [], discounts: [Discount] = [],
    appBookings: [AppBooking] = [], restrictedZones: [RestrictedZone] = [],
    fixedFares: [FixedFare] = [], tolls: [Toll] = []
  ) {
    self.tolls = tolls
    self.fixedFares = fixedFares
    self.specialPricing = specialPricing
    self.discounts = discounts
    self.appBookings = appBookings
    self.restrictedZones = restrictedZones
  }
}

/// A toll or a fee that drivers may report as paid; it is passed on to the rider.
package struct Toll: Hashable, Sendable {
  package var key: String
  package var titles: [String: String]
  /// More than this awaits the operator's decision.
  package var atMost: Money

  package init(key: String, titles: [String: String], atMost: Money) {
    self.key = key
    self.titles = titles
    self.atMost = atMost
  }
}

/// When, where and for which products a rule of an area applies.
package struct RuleScope: Hashable, Sendable {
  /// Nil is always; what counts is the time of the pickup.
  package var hours: OperatingHours?
  /// One of them has to contain the pickup; none is everywhere.
  package var zones: [Region]
  /// None is every product.
  package var products: [ProductKey]

  package init(hours: OperatingHours? = nil, zones: [Region] = [], products: [ProductKey] = []) {
    self.hours = hours
    self.zones = zones
    self.products = products
  }

  /// The hours and products of conditions.
  package init(_ conditions: TripConditions) {
    self.init(hours: conditions.hours, products: conditions.products)
  }
}

/// A higher price while demand is high.
package struct SpecialPricing: Hashable, Sendable {
  /// By how much it is higher.
  package enum Value: Hashable, Sendable {
    /// Of base, distance and time alone.
    case multiplier(Multiplier)
    /// More than without it.
    case amount(Money)
  }

  package var key: String
  /// What riders are shown, and the title of its line, by locale.
  package var titles: [String: String]
  package var value: Value
  package var scope: RuleScope
  /// It holds only while fewer vehicles of the product than these are free within reach; nil is
  /// however many there are.
  ///
  /// For a pickup that is booked ahead such pricing does not hold.
  package var belowFreeVehicles: Int?

  package init(
    key: String, titles: [String: String], value: Value, scope: RuleScope = RuleScope(),
    belowFreeVehicles: Int? = nil
  ) {
    self.key = key
    self.titles = titles
    self.value = value
    self.scope = scope
    self.belowFreeVehicles = belowFreeVehicles
  }
}

extension SpecialPricing.Value {
  /// Nil for an amount.
  package var multiplier: Multiplier? {
    guard case .multiplier(let multiplier) = self else { return nil }
    return multiplier
  }

  /// What it adds to base, distance and time.
  func addition(to fare: Money) throws(MoneyError) -> Money {
    switch self {
    case .multiplier(let multiplier): try fare.share(basisPoints: multiplier.basisPoints - 10_000)
    case .amount(let amount): amount
    }
  }

  /// Whether it is higher than another one of its kind; a multiplier comes before any amount.
  func comes(before other: Self) -> Bool {
    switch (self, other) {
    case (.multiplier(let one), .multiplier(let other)): one.basisPoints > other.basisPoints
    case (.amount(let one), .amount(let other)): one.minorUnits > other.minorUnits
    case (.multiplier, .amount): true
    case (.amount, .multiplier): false
    }
  }
}

/// A reduction of a fixed or tiered price; a meter's price is not known in advance.
package struct Discount: Hashable, Sendable {
  /// The reduction.
  package enum Value: Hashable, Sendable {
    case amount(Money)
    /// Of the sum before all discounts, in hundredths of a percent.
    case percent(basisPoints: Int)
  }

  package var key: String
  /// By locale.
  package var titles: [String: String]
  package var value: Value
  package var scope: RuleScope
  /// Who bears it; nil is the operator.
  package var sponsor: String?

  package init(
    key: String, titles: [String: String], value: Value, scope: RuleScope = RuleScope(),
    sponsor: String? = nil
  ) {
    self.key = key
    self.titles = titles
    self.value = value
    self.scope = scope
    self.sponsor = sponsor
  }
}

/// Where a ride is booked in the operator's app alone, as the exact pickup has to be chosen there
/// (rule L12).
package struct AppBooking: Hashable, Sendable {
  /// In reverse domain notation.
  package var activityType: String
  /// By locale.
  package var titles: [String: String]
  package var userInfo: [String: String]
  package var scope: RuleScope

  package init(
    activityType: String, titles: [String: String], userInfo: [String: String] = [:],
    scope: RuleScope = RuleScope()
  ) {
    self.activityType = activityType
    self.titles = titles
    self.userInfo = userInfo
    self.scope = scope
  }
}

/// Where no vehicle gets to, such as water or a closed ground.
package struct RestrictedZone: Hashable, Sendable {
  package var zones: [Region]
  /// For a person; nil without a reason.
  package var reason: String?
  /// What riders are told of it, by locale; nil is in the words for all such places.
  package var titles: [String: String]?

  package init(zones: [Region], reason: String? = nil, titles: [String: String]? = nil) {
    self.zones = zones
    self.reason = reason
    self.titles = titles
  }
}
