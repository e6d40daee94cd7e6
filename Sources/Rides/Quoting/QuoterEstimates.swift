/// What a tariff comes to for a way through the streets; nobody is bound by it.
package struct FareEstimate: Hashable, Sendable {
  package var lines: [FareLineItem]
  package var total: Money
  package var route: Route
}

extension Quoter {
  /// What a meter will probably show: the product's tariff for the distance and the time of the
  /// trip, and the charges of its places; a meter knows no special pricing and no discounts.
  ///
  /// Refused are the places as for a list, `unknownOption`, and `notAvailableHere` without a
  /// drop-off or when the price is beyond what money holds.
  package func estimate(
    of key: ProductKey, for trip: Trip, locale: String?, at now: Instant
  ) throws(Refusal) -> FareEstimate {
    let terms = try terms(for: trip, locale: locale, at: now)
    let product = try terms.area.product(
      for: OptionSelection(name: nil, optionIdentifier: key))
    guard let route = terms.route else {
      throw Refusal(
        .notAvailableHere, "a fare can be estimated only with a drop-off", path: "dropOffLocation")
    }
    guard let fare = terms.fare(of: product, surge: nil) else { throw TripTerms.unpriceable }
    return FareEstimate(lines: fare.lines, total: fare.total, route: route)
  }
}
