/// Where the operator drives, and on what terms.
package struct ServiceArea: Hashable, Sendable {
  package var key: String
  package var timeZone: TimeZoneRules
  package var currency: Currency
  package var boundary: Polygon
  package var travel: TravelModel
  package var products: [Product]
  package var charges: [PlaceCharge]
  package var paymentMethods: [PaymentMethod]
  package var policies: Policies

  package init(
    key: String, timeZone: TimeZoneRules, currency: Currency, boundary: Polygon,
    travel: TravelModel,
    products: [Product], charges: [PlaceCharge], paymentMethods: [PaymentMethod],
    policies: Policies
  ) {
    self.key = key
    self.timeZone = timeZone
    self.currency = currency
    self.boundary = boundary
    self.travel = travel
    self.products = products
    self.charges = charges
    self.paymentMethods = paymentMethods
    self.policies = policies
  }
}

/// A charge for a pickup or a drop-off at certain places, such as an airport fee.
package struct PlaceCharge: Hashable, Sendable {
  /// Which end of the trip has to be in the zone.
  package enum Side: String, Sendable, CaseIterable {
    case pickup, dropOff, either
  }

  package var key: String
  package var titles: [String: String]
  package var amount: Money
  package var side: Side
  package var zones: [Polygon]

  package init(
    key: String, titles: [String: String], amount: Money, side: Side, zones: [Polygon]
  ) {
    self.key = key
    self.titles = titles
    self.amount = amount
    self.side = side
    self.zones = zones
  }
}
