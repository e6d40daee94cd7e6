/// A product priced for the booking of one trip.
package struct Quote: Hashable, Sendable {
  private let sharedArea: Shared<ServiceArea>
  private let sharedProduct: Shared<Product>
  /// The option as the rider sees it, at the booked price (rule P8).
  package var option: RideOption
  /// Nil when the trip has no drop-off.
  package var route: Route?
  /// The stored terms of the fare.
  package var agreed: AgreedFare?

  /// A priced product; area and product are references.
  package init(area: ServiceArea, product: Product, option: RideOption, route: Route?) {
    self.init(area: Shared(area), product: Shared(product), option: option, route: route)
  }

  init(
    area: Shared<ServiceArea>, product: Shared<Product>, option: RideOption, route: Route?,
    agreed: AgreedFare? = nil
  ) {
    sharedArea = area
    sharedProduct = product
    self.option = option
    self.route = route
    self.agreed = agreed
  }

  /// The service area of the trip's pickup.
  package var area: ServiceArea { sharedArea.value }

  /// The product that is priced.
  package var product: Product { sharedProduct.value }
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
