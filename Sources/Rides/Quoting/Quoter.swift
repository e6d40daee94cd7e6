/// Prices trips from a catalogue; a value without state, so that every lane has the same answers.
///
/// Names, titles and constant lines are looked up when it is made, so that a list costs arithmetic
/// and little else.
package struct Quoter: Sendable {
  package let catalogue: Catalogue
  package let routing: any Routing
  let locales: LocaleTable
  let areas: [PricedArea]

  /// No list is longer (rule L2).
  package static let optionLimit = 8

  /// Expects a catalogue without `mistakes()`; a text that lacks in a locale is the default
  /// locale's.
  package init(catalogue: Catalogue, routing: any Routing = GreatCircleRouting()) {
    self.catalogue = catalogue
    self.routing = routing
    let locales = LocaleTable(catalogue)
    self.locales = locales
    areas = catalogue.serviceAreas.map { PricedArea($0, locales: locales) }
  }

  /// The options for a trip: in the catalogue's order, one a product, each with a vehicle on duty.
  ///
  /// Without a drop-off only metered products are offered. Refused are `outsideServiceArea` (with
  /// the path of the place), `tooFar` when the places are in different areas, `notAvailableHere`
  /// when nothing that is sold here can make such a trip or be priced for it, and
  /// `serviceTemporarilyUnavailable` when none of it has a vehicle on duty.
  package func optionList(
    for trip: Trip, locale: String?, supply: Supply, at now: Instant
  ) throws(Refusal) -> OptionList {
    let terms = try terms(for: trip, locale: locale, at: now)
    let area = terms.area.area
    let pickups = pickups(terms, supply, at: now)
    var quotes: [Quote] = []
    quotes.reserveCapacity(min(terms.area.products.count, Self.optionLimit))
    for product in terms.suitable where quotes.count < Self.optionLimit {
      guard let pickup = pickups.seconds(product.product),
        let option = terms.listed(product, pickup: now.advanced(bySeconds: pickup))
      else { continue }
      quotes.append(
        Quote(area: terms.area.shared, product: product.shared, option: option, route: terms.route))
    }
    guard !quotes.isEmpty else { throw Self.nothingToOffer(on: terms, at: now) }
    return OptionList(
      quotes: quotes, paymentMethods: area.paymentMethods,
      expirationDate: now.advanced(bySeconds: area.policies.listExpirySeconds))
  }

  /// The catalogue's locale that answers a requested one.
  package func locale(for requested: String?) -> String {
    locales.locales[locales.index(of: requested)]
  }

  func pickups(_ terms: TripTerms, _ supply: Supply, at now: Instant) -> PickupEstimator {
    PickupEstimator(
      supply: supply, point: terms.trip.pickup.coordinate, area: terms.area.area,
      routing: routing, now: now)
  }

  /// Finds the area and the way of a trip.
  func terms(
    for trip: Trip, locale: String?, at now: Instant
  ) throws(Refusal) -> TripTerms {
    let pickup = trip.pickup.coordinate
    guard let area = area(containing: pickup) else { throw Self.outside("pickupLocation") }
    if let dropOff = trip.dropOff?.coordinate, !area.area.boundary.contains(dropOff) {
      guard self.area(containing: dropOff) == nil else {
        throw Refusal(
          .tooFar, "pickup and drop-off are in different service areas", path: "dropOffLocation")
      }
      throw Self.outside("dropOffLocation")
    }
    let locale = locales.index(of: locale)
    let route = trip.dropOff.map {
      routing.route(from: pickup, to: $0.coordinate, in: area.area, at: now)
    }
    return TripTerms(
      area: area, locale: locale, trip: trip, route: route,
      charges: area.chargeLines(for: trip, locale: locale))
  }

  func area(containing point: Coordinate) -> PricedArea? {
    areas.first { $0.area.boundary.contains(point) }
  }

  static func outside(_ path: String) -> Refusal {
    Refusal(.outsideServiceArea, "no service area contains this place", path: path)
  }

  /// Why a list would be empty: a vehicle mends it only where there is something with a price.
  private static func nothingToOffer(on terms: TripTerms, at now: Instant) -> Refusal {
    let suitable = terms.suitable
    guard !suitable.isEmpty else {
      return Refusal(
        .notAvailableHere, "nothing here is sold without a drop-off", path: "dropOffLocation")
    }
    guard suitable.contains(where: { terms.listed($0, pickup: now) != nil }) else {
      return TripTerms.unpriceable
    }
    return Refusal(.serviceTemporarilyUnavailable, "no vehicle is on duty near the pickup")
  }
}
