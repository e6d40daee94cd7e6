/// A product priced for the booking of one trip.
package struct Quote: Sendable {
  let pricedArea: PricedArea
  let pricedProduct: PricedProduct
  /// The option as the rider sees it, at the booked price (rule P8).
  package var option: RideOption
  /// Nil when the trip has no drop-off.
  package var route: Route?
  /// The stored terms of the fare.
  package var agreed: AgreedFare?

  /// The service area of the trip's pickup.
  package var area: ServiceArea { pricedArea.area }

  /// The product that is priced.
  package var product: Product { pricedProduct.product }
}
