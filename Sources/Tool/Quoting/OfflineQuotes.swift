import Catalogues
import Fleet
import Rides

/// What a catalogue offers for a trip when vehicles of everything wait at the pickup.
struct OfflineQuotes {
  /// One option, and what its meter would show.
  struct Entry {
    let option: RideOption
    /// Nil where the price does not come from a meter, or no drop-off is known.
    let estimate: FareEstimate?
  }

  let area: ServiceArea
  let at: Instant
  let trip: Trip
  let route: Route?
  let entries: [Entry]

  /// Refused as a list is, and as a booking is where a party or a product is asked for.
  init(
    of catalogue: Catalogue, for trip: Trip, locale: String?, selection: OptionSelection,
    at now: Instant
  ) throws(Refusal) {
    let quoter = Quoter(catalogue: catalogue)
    let supply = catalogue.supply(at: trip.pickup.coordinate, now: now)
    var quotes: [Quote] = []
    if let key = selection.optionIdentifier {
      quotes = try quoter.optionList(for: trip, locale: locale, supply: supply, at: now).quotes
        .filter { $0.product.key == key }
      if quotes.isEmpty || selection.partySize != nil {
        quotes = [try quoter.quote(selection, for: trip, locale: locale, supply: supply, at: now)]
      }
    } else {
      quotes = try quoter.optionList(for: trip, locale: locale, supply: supply, at: now).quotes
      if let party = selection.partySize {
        quotes = try quotes.forParty(party) { (selection) throws(Refusal) in
          try quoter.quote(selection, for: trip, locale: locale, supply: supply, at: now)
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
            ? try quoter.estimate(of: quote.product.key, for: trip, locale: locale, at: now) : nil))
    }
    // A list that is not refused has at least one option.
    area = quotes[0].area
    route = quotes[0].route
    at = now
    self.trip = trip
    self.entries = entries
  }
}

extension [Quote] {
  /// The quotes for a party, less those that do not carry it; the last refusal when none does.
  fileprivate func forParty(
    _ party: Int, _ quote: (OptionSelection) throws(Refusal) -> Quote
  ) throws(Refusal) -> [Quote] {
    var carrying: [Quote] = []
    var refusal: Refusal?
    for listed in self {
      let selection = OptionSelection(
        name: nil, optionIdentifier: listed.product.key, partySize: party)
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
