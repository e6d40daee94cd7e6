/// Where the operator drives, and on what terms.
package struct ServiceArea: Hashable, Sendable {
  package var key: String
  package var timeZone: TimeZoneRules
  package var currency: Currency
  package var boundary: Region
  /// When the area is served, by its own clocks; nil is always.
  package var hours: OperatingHours?
  package var travel: TravelModel
  package var products: [Product]
  package var charges: [PlaceCharge]
  package var rules: AreaRules
  package var paymentMethods: [PaymentMethod]
  package var policies: Policies

  package init(
    key: String, timeZone: TimeZoneRules, currency: Currency, boundary: Region,
    hours: OperatingHours? = nil, travel: TravelModel, products: [Product],
    charges: [PlaceCharge], rules: AreaRules = AreaRules(), paymentMethods: [PaymentMethod],
    policies: Policies
  ) {
    self.key = key
    self.timeZone = timeZone
    self.currency = currency
    self.boundary = boundary
    self.hours = hours
    self.travel = travel
    self.products = products
    self.charges = charges
    self.rules = rules
    self.paymentMethods = paymentMethods
    self.policies = policies
  }
}

/// A charge for a pickup or a drop-off at certain places, such as an airport fee, or for the way
/// between them, such as a toll.
package struct PlaceCharge: Hashable, Sendable {
  /// Which end of the trip has to be in the zones.
  package enum Side: String, Sendable, CaseIterable {
    case pickup, dropOff, either
  }

  /// Which trips pay it.
  package enum Occasion: Hashable, Sendable {
    /// One end of the trip is in one of the zones.
    case place(Side, [Region])
    /// The trip starts in one and ends in another.
    case way(from: [Region], to: [Region])
  }

  package var key: String
  package var titles: [String: String]
  package var amount: Money
  package var occasion: Occasion

  package init(key: String, titles: [String: String], amount: Money, occasion: Occasion) {
    self.key = key
    self.titles = titles
    self.amount = amount
    self.occasion = occasion
  }
}
