import Rides

/// How quotes for trips compare with the driven trips and paid fares.
struct TripComparison {
  /// What the start of a trip in a file counts.
  enum Clock: String, CaseIterable {
    /// The seconds of the clocks of the city, as it publishes them.
    case local
    /// The seconds of Unix.
    case utc
  }

  private(set) var used = 0
  /// How many trips were left out, by the reason.
  private(set) var dropped: [String: Int] = [:]
  /// Quoted over driven, less one.
  private(set) var fare = Spread()
  private(set) var miles = Spread()
  private(set) var minutes = Spread()

  private let catalogue: Catalogue
  private let quoter: Quoter
  private let product: ProductKey
  private let clock: Clock

  init(_ catalogue: Catalogue, product: ProductKey, clock: Clock) {
    self.catalogue = catalogue
    self.product = product
    self.clock = clock
    quoter = Quoter(catalogue: catalogue)
  }

  /// Quotes a trip at its start, unless its meter cannot have been read well.
  mutating func add(_ trip: DrivenTrip) {
    do throws(Dropping) {
      let estimate = try estimate(for: trip)
      let currency = estimate.total.currency
      guard currency.code == "USD" else {
        throw Dropping("its price is in \(currency.code), not in US dollars")
      }
      used += 1
      fare.add(Double(estimate.total.minorUnits) / 100 / trip.fare - 1)
      miles.add(estimate.route.metres / 1_609.344 / trip.miles - 1)
      minutes.add(estimate.route.seconds / trip.seconds - 1)
    } catch {
      dropped[error.reason, default: 0] += 1
    }
  }

  private func estimate(for trip: DrivenTrip) throws(Dropping) -> FareEstimate {
    try trip.check()
    let ends = Trip(
      pickup: Place(coordinate: trip.pickup), dropOff: Place(coordinate: trip.dropOff))
    let start = try start(of: trip)
    do throws(Refusal) {
      return try quoter.estimate(of: product, for: ends, locale: nil, at: start)
    } catch {
      throw Dropping("refused: \(error.reason.rawValue)")
    }
  }

  private func start(of trip: DrivenTrip) throws(Dropping) -> Instant {
    let seconds = Instant(seconds: Int64(trip.start))
    guard clock == .local else { return seconds }
    guard let area = catalogue.serviceAreas.first(where: { $0.boundary.contains(trip.pickup) })
    else { throw Dropping("refused: \(Refusal.Reason.outsideServiceArea.rawValue)") }
    let shown = TimeZoneRules.utc.local(seconds)
    guard let start = area.timeZone.instants(of: shown).first else {
      throw Dropping("clocks leave its start out")
    }
    return start
  }
}

/// Why a trip is left out.
private struct Dropping: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension DrivenTrip {
  /// Omits trips that are too short or were not measured.
  fileprivate func check() throws(Dropping) {
    guard fare >= 3.25 else { throw Dropping("a fare of less than 3.25") }
    guard miles >= 0.5 else { throw Dropping("less than 0.5 miles by the meter") }
    guard seconds >= 120 else { throw Dropping("less than 120 s by the meter") }
    guard GreatCircle.metres(pickup, dropOff) >= 500 else {
      throw Dropping("less than 0.5 km as the crow flies")
    }
  }
}

/// The spread of errors.
struct Spread {
  private var errors: [Double] = []

  mutating func add(_ error: Double) { errors.append(error) }

  var count: Int { errors.count }
  /// The median of the errors without their signs.
  var medianAbsoluteError: Double { Self.value(at: 0.5, of: errors.map(\.magnitude)) }
  var medianBias: Double { Self.value(at: 0.5, of: errors) }
  var lowerQuartile: Double { Self.value(at: 0.25, of: errors) }
  var upperQuartile: Double { Self.value(at: 0.75, of: errors) }

  /// The value below which a share of the values lies, between its neighbours in proportion; 0
  /// without values.
  private static func value(at share: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}
