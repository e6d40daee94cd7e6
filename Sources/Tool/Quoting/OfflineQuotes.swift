import Rides

/// What a catalogue offers for a trip when vehicles of everything wait at the pickup.
struct OfflineQuotes {
  /// One option, and what its meter would show.
  struct Entry {
    let option: RideOption
    /// Nil if the price is not metered, or without a drop-off.
    let estimate: FareEstimate?
  }

  let area: ServiceArea
  let at: Instant
  let trip: Trip
  let route: Route?
  let entries: [Entry]

  /// Refused like a list, and like a booking if a party, a product or an extra is given.
  init(
    of catalogue: Catalogue, for trip: Trip, locale: String?, selection: OptionSelection,
    at now: Instant
  ) throws(Refusal) {
    let quoter = Quoter(catalogue: catalogue)
    let supply = catalogue.supply(at: trip.pickup.coordinate, now: now)
    var quotes: [Offer] = []
    if let key = selection.optionIdentifier {
      quotes = try quoter.optionList(for: trip, locale: locale, supply: supply, at: now).quotes
        .filter { $0.productKey == key }.map(Offer.init)
      if quotes.isEmpty || selection.isOfOneBooking {
        quotes = [
          Offer(try quoter.quote(selection, for: trip, locale: locale, supply: supply, at: now))
        ]
      }
    } else {
      quotes = try quoter.optionList(for: trip, locale: locale, supply: supply, at: now).quotes
        .map(Offer.init)
      if selection.isOfOneBooking {
        quotes = try quotes.chosen(by: selection) { (selection) throws(Refusal) in
          Offer(try quoter.quote(selection, for: trip, locale: locale, supply: supply, at: now))
        }
      }
    }
    var entries: [Entry] = []
    for quote in quotes {
      let isEstimated = quote.option.usesMeteredFare && trip.dropOff != nil
      entries.append(
        Entry(
          option: quote.option,
          estimate: isEstimated
            ? try quoter.estimate(
              of: quote.product, for: trip, locale: locale, at: now, with: quote.extras) : nil))
    }
    // A list that is not refused has at least one option.
    area = quotes[0].area
    route = quotes[0].route
    at = now
    self.trip = trip
    self.entries = entries
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

extension OptionSelection {
  /// Whether it says more than which product is meant.
  fileprivate var isOfOneBooking: Bool { partySize != nil || !extras.isEmpty }
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
      let selection = OptionSelection(
        name: nil, optionIdentifier: listed.product, partySize: selection.partySize,
        extras: selection.extras)
      do throws(Refusal) { carrying.append(try quote(selection)) } catch { refusal = error }
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
