/// Prices trips from a catalogue; a value without state, so that every lane has the same answers.
///
/// Names, titles and constant lines are looked up when it is made, so that a list costs arithmetic
/// and little else.
package struct Quoter: Sendable {
  package let catalogue: Catalogue
  package let routing: any Routing
  let locales: LocaleTable
  let areas: [PricedArea]
  let forms: FareForms
  /// Whether some product's vehicles do not come from everywhere.
  let isReachLimited: Bool
  /// Whether vehicles of some area are told what they drive.
  package let informsVehicles: Bool

  /// Expects a catalogue without `mistakes()`; a text that lacks in a locale is the default
  /// locale's.
  package init(catalogue: Catalogue, routing: any Routing = GreatCircleRouting()) {
    var catalogue = catalogue
    for index in catalogue.serviceAreas.indices where !catalogue.wording.causes.isEmpty {
      catalogue.serviceAreas[index].policies.causes = catalogue.wording.causes
    }
    self.catalogue = catalogue
    self.routing = routing
    let locales = LocaleTable(catalogue)
    self.locales = locales
    var forms: [FareForm] = []
    areas = catalogue.serviceAreas.enumerated().map {
      PricedArea($0.element, number: $0.offset, locales: locales, forms: &forms)
    }
    self.forms = FareForms(forms)
    isReachLimited = catalogue.serviceAreas.contains {
      $0.products.contains { $0.pickupReachSeconds != nil }
    }
    informsVehicles = catalogue.serviceAreas.contains { $0.policies.dispatch.informsVehicles }
  }

  /// The options for a trip: in the catalogue's order, one a product, each with a vehicle on duty.
  ///
  /// Without a drop-off only metered products are offered; where more can be offered than the area
  /// wants in a list, those that show best what there is (rule L2). Refused are
  /// `outsideServiceArea` (with the path of the place), `notReachable`, `tooFar` when the places
  /// are in different areas, `notAvailableHere` when nothing that is sold here can make such a trip
  /// or be priced for it, and `serviceTemporarilyUnavailable` when none of it is sold at this hour
  /// or has a vehicle on duty.
  package func optionList(
    for trip: consuming Trip, locale: String?, supply: Supply, at now: Instant
  ) throws(Refusal) -> OptionList {
    let terms = try terms(for: trip, locale: locale, at: now)
    let pickups = pickups(terms, supply, at: now)
    let suitable = terms.suitable
    var quotes: [ListedQuote] = []
    quotes.reserveCapacity(suitable.count)
    for product in suitable where terms.isOpen(product) {
      let estimate = pickups.estimate(product)
      guard let seconds = estimate.seconds,
        let quote = terms.listed(
          product, pickup: now.advanced(bySeconds: seconds), free: estimate.free)
      else { continue }
      quotes.append(quote)
    }
    guard !quotes.isEmpty else { throw terms.nothingToOffer(at: now) }
    let policies = terms.area.area.policies
    if quotes.count > policies.maximumOptions {
      quotes = OptionShortlist(of: quotes, limit: policies.maximumOptions).quotes
    }
    return OptionList(
      quotes: quotes, paymentMethods: terms.area.paymentMethods,
      expirationDate: now.advanced(bySeconds: policies.listExpirySeconds),
      areaNumber: terms.area.number, forms: forms)
  }

  /// The catalogue's locale that answers a requested one.
  package func locale(for requested: String?) -> String {
    locales.locales[locales.index(of: requested)]
  }

  func pickups(_ terms: TripTerms, _ supply: Supply, at now: Instant) -> PickupEstimator {
    let point = terms.trip.pickup.coordinate
    return PickupEstimator(
      supply: supply, point: point, direction: UnitVector(point), area: terms.area.area,
      routing: routing, now: now, enough: terms.rules.enoughFreeVehicles)
  }

  /// Finds the area and the way of a trip.
  func terms(
    for trip: consuming Trip, of partySize: Int? = nil, locale: String?, at now: Instant
  ) throws(Refusal) -> TripTerms {
    trip.partySize = partySize ?? trip.partySize
    let pickup = trip.pickup.coordinate
    let area = try area(of: trip.pickup)
    try area.checkReach(pickup, path: "pickupLocation")
    if let dropOff = trip.dropOff?.coordinate { try check(dropOff, in: area, "dropOffLocation") }
    for (index, stop) in trip.stops.enumerated() {
      try check(stop.coordinate, in: area, Trip.path(ofStop: index))
    }
    let time = LocalMoment(
      scheduled: trip.scheduledPickup, now: now, zone: area.area.timeZone)
    let route = trip.dropOff.map {
      routing.route(of: trip, to: $0.coordinate, in: area.area, at: time.instant)
    }
    trip.metres = route?.metres
    return TripTerms(
      area: area, forms: forms, locale: locales.index(of: locale), trip: trip, route: route,
      time: time)
  }

  /// Refuses a place to which no vehicle of the pickup's area drives.
  private func check(
    _ place: Coordinate, in area: PricedArea, _ path: String
  ) throws(Refusal) {
    if area.area.boundary.contains(place) { return try area.checkReach(place, path: path) }
    guard self.area(containing: place) == nil else {
      throw Refusal(.tooFar, "pickup and drop-off are in different service areas", path: path)
    }
    throw Self.outside(path)
  }

  /// The first area that contains the point, in the catalogue's order.
  func area(containing point: Coordinate) -> PricedArea? {
    areas.first { $0.area.boundary.contains(point) }
  }

  /// The area of a pickup.
  func area(of pickup: Place) throws(Refusal) -> PricedArea {
    guard let area = area(containing: pickup.coordinate) else {
      throw Self.outside("pickupLocation")
    }
    return area
  }

  private static func outside(_ path: String) -> Refusal {
    Refusal(.outsideServiceArea, "no service area contains this place", path: path)
  }

  /// The service area in which a trip begins; refuses places as `optionList` and `checkPlaces` do.
  package func area(of trip: Trip, at now: Instant) throws(Refusal) -> ServiceArea {
    try checkedTerms(for: trip, at: now).area.area
  }

  func checkedTerms(for trip: Trip, at now: Instant) throws(Refusal) -> TripTerms {
    try trip.checkPlaces()
    return try terms(for: trip, locale: nil, at: now)
  }

  /// The probable result of a meter: the product's tariff for the distance and the time of the
  /// trip, the charges of its places, and what is chosen on top; metered fares have no special
  /// pricing and no discounts.
  ///
  /// Refused are the places as for a list, `unknownOption`, and `notAvailableHere` without a
  /// drop-off or when the price is beyond what money holds.
  package func estimate(
    of key: ProductKey, for trip: Trip, locale: String?, at now: Instant,
    with extras: ChosenExtras? = nil
  ) throws(Refusal) -> FareEstimate {
    let terms = try terms(for: trip, locale: locale, at: now)
    let product = try terms.area.product(
      for: OptionSelection(name: nil, optionIdentifier: key))
    guard let route = terms.route else {
      throw Refusal(
        .notAvailableHere, "a fare can be estimated only with a drop-off", path: "dropOffLocation")
    }
    guard let fare = terms.fare(of: product, surge: nil) else { throw TripTerms.unpriceable }
    var lines = Fare(fare, forms).lines + (extras?.lines ?? [])
    guard var total = try? lines.map(\.price).checkedSum(in: fare.total.currency) else {
      throw TripTerms.unpriceable
    }
    if let lack = terms.lack(of: total, product).map({ forms.item($0, total.currency) }) {
      lines.append(lack)
      total = total.plus(lack.price)
    }
    return FareEstimate(lines: lines, total: total, route: route)
  }
}

/// The price of a tariff for a route; it is not a promise.
package struct FareEstimate: Hashable, Sendable {
  package var lines: [FareLineItem]
  package var total: Money
  package var route: Route
}

extension Quoter {
  /// What a rider is told of a refusal in the catalogue's locale for a requested one; nil where the
  /// catalogue has no words for it.
  ///
  /// A zone that is named in the refusal has its own.
  package func prompt(for refusal: Refusal, locale: String?) -> String? {
    guard let texts = refusal.texts ?? catalogue.wording.errors[refusal.reason] else { return nil }
    return texts[self.locale(for: locale)]
  }

  /// The operator's policies for the area of that key; nil for an unknown key.
  package func policies(of area: String) -> Policies? {
    catalogue.serviceAreas.first { $0.key == area }?.policies
  }

  /// The meters per second that no vehicle exceeds, in whichever area it is.
  package var greatestSpeed: Int {
    catalogue.serviceAreas.map(\.policies.positions.metresPerSecond).max()
      ?? PositionPolicy().metresPerSecond
  }
}
