/// A price or a span of prices, as `INPriceRange` of SiriKit has it.
///
/// At least one bound is set; the currency is one.
package struct PriceRange: Hashable, Sendable {
  package let minimumPrice: Money?
  package let maximumPrice: Money?
  package let currency: Currency

  /// One fixed price (rule M1).
  package init(price: Money) {
    minimumPrice = price
    maximumPrice = price
    currency = price.currency
  }

  /// From one price to another, in either order; nil when their currencies differ (rule M8).
  package init?(_ first: Money, _ second: Money) {
    guard first.currency == second.currency else { return nil }
    minimumPrice = first.minorUnits <= second.minorUnits ? first : second
    maximumPrice = first.minorUnits <= second.minorUnits ? second : first
    currency = first.currency
  }

  /// "Starting from" a price.
  package init(minimumPrice: Money) {
    self.minimumPrice = minimumPrice
    maximumPrice = nil
    currency = minimumPrice.currency
  }

  /// "Up to" a price.
  package init(maximumPrice: Money) {
    minimumPrice = nil
    self.maximumPrice = maximumPrice
    currency = maximumPrice.currency
  }
}
