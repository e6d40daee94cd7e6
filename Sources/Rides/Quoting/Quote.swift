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
  /// What was chosen to the option; its lines are among those of the option.
  package var extras: ChosenExtras

  /// A priced option with extras on top of its price, or beside the rates of its meter.
  init(
    _ terms: TripTerms, _ product: PricedProduct, _ option: RideOption, _ agreed: AgreedFare,
    _ extras: ChosenExtras
  ) throws(Refusal) {
    pricedArea = terms.area
    pricedProduct = product
    route = terms.route
    self.option = option
    self.agreed = agreed
    self.extras = extras
    guard !extras.lines.isEmpty else { return }
    let places = option.fareLineItems.count..<(option.fareLineItems.count + extras.lines.count)
    self.option.fareLineItems += extras.lines
    self.agreed?.accounts += places.map { _ in .chargeRevenue }
    self.agreed?.extraLines = Array(places)
    guard let price = option.priceRange?.maximumPrice else { return }
    do throws(MoneyError) {
      let sum = try ([price] + extras.lines.map(\.price)).checkedSum(in: price.currency)
      self.option.priceRange = PriceRange(price: sum)
    } catch {
      throw TripTerms.unpriceable
    }
  }

  /// The service area of the trip's pickup.
  package var area: ServiceArea { pricedArea.area }

  /// The product that is priced.
  package var product: Product { pricedProduct.product }
}
