/// Counts the price of distance and time by a rate card, as a taximeter does.
///
/// Quantities are rounded to millionths of their unit, so that the rest is integer arithmetic: at
/// the exact end of a unit the next one has not started.
struct MeterCount {
  private let rates: RateCard
  /// The metres since the start of the trip, counted or not.
  private var metres = 0.0
  /// In millionths of millionths of the currency's main unit.
  private var distance: Int128 = 0
  private var time: Int128 = 0

  init(_ rates: RateCard) { self.rates = rates }

  /// Adds the next stretch of the trip.
  mutating func add(_ stretch: Stretch) throws(MoneyError) {
    let band = rates.bands.last { $0.fromMetres <= metres } ?? rates.bands[0]
    let perUnit = band.secondsPerUnit ?? rates.time.secondsPerUnit
    let slow = slowSeconds(of: stretch, band, perUnit)
    let counted = rates.time.onlyWhenSlow ? slow ?? stretch.slowSeconds : stretch.seconds
    time += try rates.time.rate.micros(
      of: max(0, counted - rates.time.freeSecondsPerStop) / perUnit)
    if slow == nil { try addDistance(stretch.metres) }
    metres += stretch.metres
  }

  /// The time of a stretch that was slow as a whole, whose distance does not count; nil where its
  /// distance counts.
  private func slowSeconds(
    of stretch: Stretch, _ band: DistanceBand, _ perUnit: Double
  ) -> Double? {
    guard rates.time.onlyWhenSlow, stretch.isMeasured else { return nil }
    let byDistance = Double(band.rate.rate.microUnits) * stretch.metres / band.rate.metresPerUnit
    let byTime = Double(rates.time.rate.microUnits) * stretch.seconds / perUnit
    return byDistance < byTime ? stretch.seconds : nil
  }

  private mutating func addDistance(_ length: Double) throws(MoneyError) {
    let end = metres + length
    for (index, band) in rates.bands.enumerated() {
      let isLast = index + 1 == rates.bands.count
      let upper = isLast ? end : min(end, rates.bands[index + 1].fromMetres)
      let part = upper - max(metres, band.fromMetres)
      guard part > 0 else { continue }
      distance += try band.rate.rate.micros(of: part / band.rate.metresPerUnit)
    }
  }

  /// The price of the distance and that of the time, less what the base includes.
  func amounts() throws(MoneyError) -> (distance: Money, time: Money) {
    let (unit, currency) = (rates.bands[0].rate, rates.time.rate.currency)
    let freeDistance = try unit.rate.micros(of: rates.includedMetres / unit.metresPerUnit)
    let freeTime = try rates.time.rate.micros(
      of: rates.includedSeconds / rates.time.secondsPerUnit)
    guard let steps = rates.steps else {
      return (
        try Money(micros: max(0, distance - freeDistance), currency: currency),
        try Money(micros: max(0, time - freeTime), currency: currency)
      )
    }
    if steps.areShared {
      let all = unit.rate.stepped(max(0, distance + time - freeDistance - freeTime), steps.distance)
      let way = min(all, unit.rate.stepped(max(0, distance - freeDistance), steps.distance))
      return (
        try Money(micros: way, currency: currency), try Money(micros: all - way, currency: currency)
      )
    }
    let way = unit.rate.stepped(max(0, distance - freeDistance), steps.distance)
    let slow = rates.time.rate.stepped(max(0, time - freeTime), steps.time)
    return (
      try Money(micros: way, currency: currency), try Money(micros: slow, currency: currency)
    )
  }
}

extension MeterCount {
  /// A part of a trip.
  struct Stretch {
    var metres: Double
    var seconds: Double
    /// The part of the time in which the vehicle stands or is slow, where it is known apart from
    /// the distance.
    var slowSeconds: Double
    /// Whether it is short enough that its speed is that of the vehicle.
    var isMeasured = false
  }
}

extension RateCard {
  /// The price of the distance and that of the time of a route.
  func amounts(for route: Route) throws(MoneyError) -> (distance: Money, time: Money) {
    if isProportional {
      let distance = bands[0].rate
      return (
        try distance.rate.amount(for: route.metres / distance.metresPerUnit),
        try time.rate.amount(for: route.seconds / time.secondsPerUnit)
      )
    }
    var count = MeterCount(self)
    try count.add(
      MeterCount.Stretch(
        metres: route.metres, seconds: route.seconds, slowSeconds: route.slowSeconds))
    return try count.amounts()
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
