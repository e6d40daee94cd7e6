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
  /// The trips that it is for.
  package var conditions: TripConditions
  /// The keys of the charges and tolls that come on top; nil is all of them.
  package var onTop: [String]?
  /// The keys of the extras that come on top; nil is all of them.
  package var extrasOnTop: [ExtraKey]?

  /// A fare of the trips that the parts of its conditions say.
  ///
  /// More than five parameters: most of them may be left out.
  package init(
    key: String, titles: [String: String], amount: Money, occasion: FareCharge.Occasion,
    upToMetres: Double? = nil, hours: OperatingHours? = nil, products: [ProductKey] = [],
    onTop: [String]? = nil, extrasOnTop: [ExtraKey]? = nil
  ) {
    self.extrasOnTop = extrasOnTop
    self.key = key
    self.titles = titles
    self.amount = amount
    conditions = TripConditions(
      occasion: occasion, hours: hours, products: products, upToMetres: upToMetres)
    self.onTop = onTop
  }
}
