/// A product priced for one trip.
package struct Quote: Hashable, Sendable {
  private let sharedArea: Shared<ServiceArea>
  private let sharedProduct: Shared<Product>
  /// The option as the rider sees it; after a selection its price is the booked one (rule P8).
  package var option: RideOption
  /// Nil when the trip has no drop-off.
  package var route: Route?
  /// The stored terms of the fare when the option is booked; nil for an option of a list.
  package var agreed: AgreedFare?
  /// The composition of a listed option's prices; nil for a metered price.
  let fare: QuotedFare?

  /// A priced product; area and product are references.
  package init(area: ServiceArea, product: Product, option: RideOption, route: Route?) {
    self.init(area: Shared(area), product: Shared(product), option: option, route: route)
  }

  init(
    area: Shared<ServiceArea>, product: Shared<Product>, option: RideOption, route: Route?,
    agreed: AgreedFare? = nil, fare: QuotedFare? = nil
  ) {
    sharedArea = area
    sharedProduct = product
    self.option = option
    self.route = route
    self.agreed = agreed
    self.fare = fare
  }

  /// The service area of the trip's pickup.
  package var area: ServiceArea { sharedArea.value }

  /// The product that is priced.
  package var product: Product { sharedProduct.value }

  /// Calls `body` with the key of each quote's product.
  ///
  /// It copies no quote, since a copy retains each value in it.
  package static func forEachProduct(of quotes: [Quote], _ body: (ProductKey) -> Void) {
    for place in quotes.indices { body(quotes[place].sharedProduct.value.key) }
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

/// A large value behind one reference, so that passing it costs one reference count.
///
/// A service area with its products has dozens of strings and tables; copies in a list of options
/// would retain each of them several times.
final class Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (left: Shared, right: Shared) -> Bool {
    left === right || left.value == right.value
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
