/// A product priced for one trip.
package struct Quote: Hashable, Sendable {
  package var area: ServiceArea
  package var product: Product
  /// The option as the rider sees it; after a selection its price is the booked one (rule P8).
  package var option: RideOption
  /// Nil when the trip has no drop-off.
  package var route: Route?

  package init(area: ServiceArea, product: Product, option: RideOption, route: Route?) {
    self.area = area
    self.product = product
    self.option = option
    self.route = route
  }
}

/// The answer to "what can I get from A to B": one to eight options and one expiry (rules L1, L2,
/// L10).
package struct OptionList: Hashable, Sendable {
  package var quotes: [Quote]
  package var paymentMethods: [PaymentMethod]
  package var expirationDate: Instant

  package init(quotes: [Quote], paymentMethods: [PaymentMethod], expirationDate: Instant) {
    self.quotes = quotes
    self.paymentMethods = paymentMethods
    self.expirationDate = expirationDate
  }
}
