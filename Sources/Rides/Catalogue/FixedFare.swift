/// One price for every trip at some places or up to a length, in the place of the tariff, such as
/// between a city and its airport, or for a short trip.
///
/// A product with a meter has a price on such a trip, also where the ride becomes longer than
/// booked. Extras of party-size tiers and discounts change it as any price, special pricing does
/// not.
package struct FixedFare: Hashable, Sendable {
  package var key: String
  package var titles: [String: String]
  package var amount: Money
  package var occasion: FareCharge.Occasion
  /// The longest way that it is for; nil is any.
  package var upToMetres: Double?
  /// Nil is always; what counts is the time of the pickup.
  package var hours: OperatingHours?
  /// None is every product.
  package var products: [ProductKey]
  /// The keys of the charges and tolls that come on top; nil is all of them.
  package var onTop: [String]?
  /// The keys of the extras that come on top; nil is all of them.
  package var extrasOnTop: [ExtraKey]?

  package init(
    key: String, titles: [String: String], amount: Money, occasion: FareCharge.Occasion,
    upToMetres: Double? = nil, hours: OperatingHours? = nil, products: [ProductKey] = [],
    onTop: [String]? = nil, extrasOnTop: [ExtraKey]? = nil
  ) {
    self.extrasOnTop = extrasOnTop
    self.key = key
    self.titles = titles
    self.amount = amount
    self.occasion = occasion
    self.upToMetres = upToMetres
    self.hours = hours
    self.products = products
    self.onTop = onTop
  }

  /// Whether it is the price of a trip over a route, whatever the product.
  func applies(to trip: Trip, over route: Route, at time: LocalMoment) -> Bool {
    route.metres <= upToMetres ?? .infinity && time.isWithin(hours) && occasion.contains(trip)
  }

  /// Whether it holds for all trips of another one, if that one's products are its own.
  func covers(_ other: Self) -> Bool {
    (hours ?? other.hours) == other.hours && occasion.covers(other.occasion)
      && upToMetres ?? .infinity >= other.upToMetres ?? .infinity
  }
}
