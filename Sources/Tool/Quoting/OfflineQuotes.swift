package import Rides

/// What a catalogue offers for a trip when vehicles of everything wait at the pickup.
struct OfflineQuotes {
  /// One option, and what its meter would show.
  struct Entry {
    let option: RideOption
    /// Nil if the price is not metered, or without a drop-off.
    let estimate: FareEstimate?
    /// The rules behind its lines, or behind those of the estimate; nil unless they are asked for.
    let explanation: FareExplanation?

    /// Its own lines, or those of what its meter would show.
    var lines: [FareLineItem] { estimate?.lines ?? option.fareLineItems }
  }

  let area: ServiceArea
  let at: Instant
  let trip: Trip
  let route: Route?
  let entries: [Entry]

  /// Refused like a list, and like a booking if a party, a product or an extra is given.
  ///
  /// More than five parameters: the question of a rider, and whether its answer is explained.
  init(
    of catalogue: Catalogue, for trip: Trip, locale: String?, selection: OptionSelection,
    at now: Instant, isExplained: Bool
  ) throws(Refusal) {
    let question = Question(
      quoter: Quoter(catalogue: catalogue),
      supply: catalogue.supply(at: trip.pickup.coordinate, now: now), trip: trip, locale: locale,
      now: now, isExplained: isExplained)
    let offers = try question.offers(selection)
    entries = try offers.map { (offer) throws(Refusal) in
      try question.entry(offer, selection)
    }
    // A list that is not refused has at least one option.
    area = offers[0].area
    route = offers[0].route
    at = now
    self.trip = trip
  }
}

/// What is asked of a catalogue.
private struct Question {
  let quoter: Quoter
  let supply: Supply
  let trip: Trip
  let locale: String?
  let now: Instant
  let isExplained: Bool

  /// The list, or what a booking has where the selection says more than which product is meant.
  func offers(_ selection: OptionSelection) throws(Refusal) -> [Offer] {
    try quoter.checkAhead(trip, at: now)
    let listed = try quoter.optionList(for: trip, locale: locale, supply: supply, at: now).quotes
      .map(Offer.init)
    guard let key = selection.optionIdentifier else {
      return selection.isOfOneBooking ? try listed.chosen(by: selection, chosen) : listed
    }
    let named = listed.filter { $0.product == key }
    return named.isEmpty || selection.isOfOneBooking ? [try chosen(selection)] : named
  }

  private func chosen(_ selection: OptionSelection) throws(Refusal) -> Offer {
    Offer(try quoter.quote(selection, for: trip, locale: locale, supply: supply, at: now))
  }

  func entry(_ offer: Offer, _ selection: OptionSelection) throws(Refusal) -> OfflineQuotes.Entry {
    let isEstimated = offer.option.usesMeteredFare && trip.dropOff != nil
    return OfflineQuotes.Entry(
      option: offer.option,
      estimate: isEstimated
        ? try quoter.estimate(
          of: offer.product, for: trip, locale: locale, at: now, with: offer.extras) : nil,
      explanation: isExplained
        ? try quoter.explanation(
          of: selection.naming(offer.product), for: trip, locale: locale, supply: supply, at: now)
        : nil)
  }
}

/// A listed or a chosen option.
private struct Offer {
  let area: ServiceArea
  let product: ProductKey
  let option: RideOption
  let route: Route?
  /// Nil for a listed one.
  let extras: ChosenExtras?

  init(_ quote: ListedQuote) {
    (area, product) = (quote.area, quote.productKey)
    (option, route) = (quote.option, quote.route)
    extras = nil
  }

  init(_ quote: Quote) {
    (area, product) = (quote.area, quote.product.key)
    (option, route) = (quote.option, quote.route)
    extras = quote.extras
  }
}

extension Quoter {
  /// Refuses a trip that is booked ahead where rides are for now only, as its booking would be.
  func checkAhead(_ trip: Trip, at now: Instant) throws(Refusal) {
    guard trip.scheduledPickup != nil else { return }
    try area(of: trip, at: now).scheduling(of: nil, at: now).offered()
  }

  /// The price that is booked while vehicles of everything wait at the pickup, or what a meter
  /// would show with the charges on top.
  package func price(
    of selection: OptionSelection, for trip: Trip, at now: Instant
  ) throws(Refusal) -> Money {
    try checkAhead(trip, at: now)
    let supply = catalogue.supply(at: trip.pickup.coordinate, now: now)
    let quote = try quote(selection, for: trip, locale: nil, supply: supply, at: now)
    if let price = quote.option.priceRange?.maximumPrice { return price }
    return try estimate(
      of: quote.product.key, for: trip, locale: nil, at: now, with: quote.extras
    ).total
  }
}

extension OptionSelection {
  /// Whether it says more than which product is meant.
  fileprivate var isOfOneBooking: Bool { partySize != nil || !extras.isEmpty }

  /// The same of one product.
  fileprivate func naming(_ product: ProductKey) -> OptionSelection {
    OptionSelection(
      name: nil, optionIdentifier: product, partySize: partySize, extras: extras)
  }
}

extension [Offer] {
  /// The offers for a party and with extras, less those that do not carry it or do not sell them;
  /// the last refusal when none does.
  fileprivate func chosen(
    by selection: OptionSelection, _ quote: (OptionSelection) throws(Refusal) -> Offer
  ) throws(Refusal) -> [Offer] {
    var carrying: [Offer] = []
    var refusal: Refusal?
    for listed in self {
      do throws(Refusal) {
        carrying.append(try quote(selection.naming(listed.product)))
      } catch { refusal = error }
    }
    if carrying.isEmpty, let refusal { throw refusal }
    return carrying
  }
}

extension Catalogue {
  /// So many vehicles of every product at one place that none is scarce.
  func supply(at point: Coordinate, now: Instant) -> Supply {
    let products = Set(serviceAreas.flatMap { $0.products.map(\.key) })
    return Supply(
      takenAt: now,
      entries: (0..<100).map {
        Supply.Entry(
          vehicle: VehicleIdentifier("offline-\($0)"), location: point, products: Array(products),
          capacity: .max, isFree: true)
      })
  }
}
