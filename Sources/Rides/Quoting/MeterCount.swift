/// Counts the price of distance and time by a rate card, as a taximeter does.
///
/// Quantities are rounded to millionths of their unit, so that the rest is integer arithmetic: at
/// the exact end of a unit the next one has not started.
struct MeterCount {
  private var rates: RateCard
  /// The metres since the start of the trip.
  private var metres = 0.0
  /// In millionths of millionths of the currency's main unit.
  private(set) var distance: Int128 = 0
  private(set) var time: Int128 = 0
  /// What the last rounding has left out of a unit, and what it did before another card took over.
  private var rest = (distance: 0.0, time: 0.0)
  private var kept = (distance: 0.0, time: 0.0)

  init(_ rates: RateCard) { self.rates = rates }

  /// Counts what comes by another card, from nothing on, with the distance of the trip so far.
  mutating func goOn(with rates: RateCard) {
    self.rates = rates
    kept = (kept.distance + rest.distance, kept.time + rest.time)
    (distance, time, rest) = (0, 0, (0, 0))
  }

  /// Goes on with metres that cost nothing.
  mutating func goOn(metres length: Double) { metres += length }

  /// Adds the next part of the trip.
  mutating func add(_ route: Route) throws(MoneyError) {
    try add(seconds: rates.time.counted(of: route), metres: route.metres)
  }

  /// Adds time, which the first band counts, and distance.
  mutating func add(seconds: Double, metres: Double) throws(MoneyError) {
    try add(seconds: seconds, in: rates.bands[0])
    try addDistance(metres)
  }

  /// Adds a part of the trip that was measured by a card that counts slow time alone.
  mutating func add(_ section: DrivenWay.Section) throws(MoneyError) {
    let band = rates.bands.last { $0.fromMetres <= metres } ?? rates.bands[0]
    try add(seconds: section.slowSeconds, in: band)
    metres += section.slowMetres
    try addDistance(section.metres)
  }

  private mutating func add(seconds: Double, in band: DistanceBand) throws(MoneyError) {
    let units = seconds / (band.secondsPerUnit ?? rates.time.secondsPerUnit) + kept.time
    time += try rates.time.rate.micros(of: units)
    (kept.time, rest.time) = (0, units.beyondMillionths)
  }

  private mutating func addDistance(_ length: Double) throws(MoneyError) {
    let end = metres + length
    for (index, band) in rates.bands.enumerated() {
      let part = rates.metres(of: index, from: metres, to: end)
      guard part > 0 else { continue }
      let units = part / band.rate.metresPerUnit + kept.distance
      distance += try band.rate.rate.micros(of: units)
      (kept.distance, rest.distance) = (0, units.beyondMillionths)
    }
    metres = end
  }

  /// The price of the distance and that of the time, less what the base includes.
  func amounts() throws(MoneyError) -> (distance: Money, time: Money) {
    let (unit, slow) = (rates.bands[0].rate.rate, rates.time.rate)
    let freeDistance = try rates.micros(ofFirst: rates.includedMetres)
    let freeTime = try slow.micros(of: rates.includedSeconds / rates.time.secondsPerUnit)
    let way = max(0, distance - freeDistance)
    let rest = max(0, time - freeTime)
    let both = max(0, distance + time - freeDistance - freeTime)
    guard let steps = rates.steps else {
      return try rates.amounts(way, of: rates.rounding == nil ? way + rest : both)
    }
    let stepped = unit.stepped(way, steps.distance)
    let all =
      steps.areShared
      ? unit.stepped(both, steps.distance) : stepped + slow.stepped(rest, steps.time)
    return try rates.amounts(stepped, of: all)
  }
}

extension RateCard {
  /// The price of the distance and that of the time, of which the distance is a part of the sum;
  /// both in millionths of millionths of the currency's main unit.
  func amounts(_ distance: Int128, of sum: Int128) throws(MoneyError) -> (
    distance: Money, time: Money
  ) {
    let currency = time.rate.currency
    let all = rounding?.rounded(sum) ?? sum
    let way = min(all, rounding?.rounded(distance) ?? distance)
    return try (
      Money(micros: way, currency: currency), Money(micros: all - way, currency: currency)
    )
  }
}

extension Double {
  /// What is left out when it is rounded to millionths.
  fileprivate var beyondMillionths: Double {
    self - (self * 1e6).rounded(.toNearestOrAwayFromZero) / 1e6
  }
}

extension TimeRate {
  /// The seconds of a route that count.
  package func counted(of route: Route) -> Double {
    max(0, (onlyWhenSlow ? route.slowSeconds : route.seconds) - freeSecondsPerStop)
  }
}

extension RateCard {
  /// The metres between two distances from the start of a trip that a band counts; none where it
  /// is not above zero.
  package func metres(of band: Int, from start: Double, to end: Double) -> Double {
    let isLast = band + 1 == bands.count
    let upper = isLast ? end : min(end, bands[band + 1].fromMetres)
    return upper - max(start, bands[band].fromMetres)
  }

  /// What the bands count of the first metres of a trip, in millionths of millionths of the
  /// currency's main unit.
  func micros(ofFirst length: Double) throws(MoneyError) -> Int128 {
    var micros: Int128 = 0
    for (index, band) in bands.enumerated() {
      let part = metres(of: index, from: 0, to: length)
      guard part > 0 else { continue }
      micros += try band.rate.rate.micros(of: part / band.rate.metresPerUnit)
    }
    return micros
  }

  /// The price of the distance and that of the time of a route.
  func amounts(for route: Route) throws(MoneyError) -> (distance: Money, time: Money) {
    if let proportionalRates { return try proportionalRates.amounts(for: route) }
    if !fareBands.isEmpty { return try stagedAmounts(for: route) }
    var count = MeterCount(self)
    try count.add(route)
    return try count.amounts()
  }

  /// The price of the distance and that of the time of a way that was driven in that many seconds.
  func amounts(
    for way: DrivenWay, seconds: Double
  ) throws(MoneyError) -> (distance: Money, time: Money) {
    guard time.onlyWhenSlow else {
      return try amounts(for: Route(metres: way.metres, seconds: seconds))
    }
    if !fareBands.isEmpty { return try stagedAmounts(for: way) }
    // What the base includes of distance is used up by the metres that count, not by slow ones.
    var count = RideCount(self)
    try count.add(way.sections, by: self)
    return try count.amounts()
  }

  /// The sections in which the way of a ride is counted: each band has a crossover, the speed at
  /// which time costs as much as distance.
  var sections: [DrivenWay.Section] {
    guard time.onlyWhenSlow else { return [DrivenWay.Section(fromMetres: 0, slowBelow: 0)] }
    guard !fareBands.isEmpty, let stages = try? stages() else {
      return bands.map { section(of: $0, upTo: nil) }
    }
    return stages.map { $0.rates.section(of: $0.rates.bands[0], upTo: $0.limit) }
  }

  private func section(of band: DistanceBand, upTo limit: Int128?) -> DrivenWay.Section {
    let perMetre = Double(band.rate.rate.microUnits) / band.rate.metresPerUnit
    let perSecond = Double(time.rate.microUnits) / (band.secondsPerUnit ?? time.secondsPerUnit)
    return DrivenWay.Section(
      fromMetres: band.fromMetres,
      slowBelow: min(perSecond / max(perMetre, .leastNormalMagnitude), Self.anySpeed),
      worth: limit.map {
        DrivenWay.Worth(perMetre: perMetre, perSecond: perSecond, limit: Double($0) / 1e6)
      })
  }

  /// The metres per second of a crossover where distance costs nothing.
  private static let anySpeed = 1_000.0
}

extension FareRounding {
  /// The multiple of the step for an amount that is not negative, in millionths of millionths.
  func rounded(_ micros: Int128) -> Int128 {
    let unit = step.micros
    guard unit > 0 else { return micros }
    let added: Int128 =
      switch direction {
      case .nearest: unit / 2
      case .up: unit - 1
      case .down: 0
      }
    return (micros + added) / unit * unit
  }
}

extension Rate {
  /// The started or the completed steps of this price in an amount.
  fileprivate func stepped(_ micros: Int128, _ rounding: FareSteps.Rounding) -> Int128 {
    let step = Int128(microUnits) * 1_000_000
    guard step > 0 else { return micros }
    let missing = rounding == .started ? step - 1 : 0
    return (micros + missing) / step * step
  }
}
