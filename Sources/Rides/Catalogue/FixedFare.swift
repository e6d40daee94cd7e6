/// One price for every trip from some zones to others, in the place of the tariff, such as between
/// a city and its airport.
///
/// A product with a meter has a price on such a trip. Extras of party-size tiers and discounts
/// change it as any price, special pricing does not.
package struct FixedFare: Hashable, Sendable {
  package var key: String
  package var titles: [String: String]
  package var amount: Money
  package var from: [Region]
  package var to: [Region]
  /// Whether it also holds from there to here.
  package var bothWays: Bool
  /// Nil is always; what counts is the time of the pickup.
  package var hours: OperatingHours?
  /// None is every product.
  package var products: [ProductKey]
  /// The keys of the charges and tolls that come on top; nil is all of them.
  package var onTop: [String]?

  package init(
    key: String, titles: [String: String], amount: Money, from: [Region], to: [Region],
    bothWays: Bool = false, hours: OperatingHours? = nil, products: [ProductKey] = [],
    onTop: [String]? = nil
  ) {
    self.key = key
    self.titles = titles
    self.amount = amount
    self.from = from
    self.to = to
    self.bothWays = bothWays
    self.hours = hours
    self.products = products
    self.onTop = onTop
  }

  /// Whether it is the price of a trip, whatever the product.
  func applies(to trip: Trip, at time: LocalMoment) -> Bool {
    let way = FareCharge.Occasion.way(from: from, to: to, bothWays: bothWays)
    return time.isWithin(hours) && way.contains(trip)
  }
}
