/// A product priced for one trip.
package struct Quote: Hashable, Sendable {
  private let sharedArea: Shared<ServiceArea>
  private let sharedProduct: Shared<Product>
  /// The option as the rider sees it; after a selection its price is the booked one (rule P8).
  package var option: RideOption
  /// Nil when the trip has no drop-off.
  package var route: Route?
  /// What is kept of the fare when the option is booked; nil for an option of a list.
  package var agreed: AgreedFare?
  /// What the prices of an option of a list are made of; nil for a meter's.
  let fare: QuotedFare?

  /// A priced product; the area and the product are kept behind references.
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
  /// A copy of a quote counts all that it refers to; here is none.
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

/// A large value behind one reference, so that passing it on costs one count.
///
/// A service area with its products holds dozens of strings and tables; a list of options would
/// count each of them several times.
final class Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (left: Shared, right: Shared) -> Bool {
    left === right || left.value == right.value
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
