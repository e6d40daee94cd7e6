/// Counts a ride by rate cards that follow one another, as a taximeter that is switched does: the
/// part of a unit that was driven stays, and the next unit is the next card's.
struct RideCount {
  private let first: RateCard
  private var meter: MeterCount
  /// The seconds of the ride that `freeSecondsPerStop` applies to.
  private var stoodSeconds = 0.0
  /// What the base includes and is still to be used, where distance and time do not share it.
  private var included = (metres: 0.0, seconds: 0.0)
  private var distance = Tally()
  private var time = Tally()
  private var both = Tally()

  init(_ first: RateCard) {
    self.first = first
    meter = MeterCount(first)
    if !first.sharesIncluded { included = (first.includedMetres, first.includedSeconds) }
  }

  /// Adds the next part of an estimated ride, of which distance and time together are `micros`
  /// where these are known.
  mutating func add(
    _ route: Route, by rates: RateCard, counting micros: Int128? = nil
  ) throws(MoneyError) {
    meter.goOn(with: rates)
    let before = max(0, stoodSeconds - rates.time.freeSecondsPerStop)
    stoodSeconds += rates.time.onlyWhenSlow ? route.slowSeconds : route.seconds
    try meter.add(
      seconds: beyondIncluded(
        seconds: max(0, stoodSeconds - rates.time.freeSecondsPerStop) - before),
      metres: beyondIncluded(metres: route.metres))
    try close(rates, micros)
  }

  /// Adds the next part of a ride that was driven.
  mutating func add(
    _ sections: [DrivenWay.Section], by rates: RateCard, counting micros: Int128? = nil
  ) throws(MoneyError) {
    meter.goOn(with: rates)
    for var section in sections {
      section.metres = beyondIncluded(metres: section.metres)
      section.slowSeconds = beyondIncluded(seconds: section.slowSeconds)
      try meter.add(section)
    }
    try close(rates, micros)
  }

  /// The metres that the base does not include; the others are a part of the trip alone.
  private mutating func beyondIncluded(metres: Double) -> Double {
    let free = min(included.metres, metres)
    included.metres -= free
    meter.goOn(metres: free)
    return metres - free
  }

  private mutating func beyondIncluded(seconds: Double) -> Double {
    let free = min(included.seconds, seconds)
    included.seconds -= free
    return seconds - free
  }

  private mutating func close(_ rates: RateCard, _ micros: Int128?) throws(MoneyError) {
    let (unit, steps) = (rates.bands[0].rate, rates.steps)
    let isShared = first.sharesIncluded
    let freeDistance = isShared ? try rates.micros(ofFirst: first.includedMetres) : 0
    let freeTime =
      isShared
      ? try rates.time.rate.micros(of: first.includedSeconds / rates.time.secondsPerUnit) : 0
    distance.add(meter.distance, free: freeDistance, rate: unit.rate, steps?.distance)
    time.add(meter.time, free: freeTime, rate: rates.time.rate, steps?.time)
    both.add(
      micros ?? meter.distance + meter.time, free: freeDistance + freeTime, rate: unit.rate,
      steps?.distance)
  }

  /// The price of the distance and that of the time, less what the base includes.
  func amounts() throws(MoneyError) -> (distance: Money, time: Money) {
    let addsUp = first.steps?.areShared ?? (first.rounding != nil || !first.fareBands.isEmpty)
    return try first.amounts(
      distance.micros, of: addsUp ? both.micros : distance.micros + time.micros)
  }

  /// The sum of one quantity, in millionths of millionths of the currency's main unit.
  private struct Tally {
    var micros: Int128 = 0
    /// The part of what the base includes that is still to be used.
    private var unused = 1.0
    /// In millionths.
    private var units: Int128 = 0

    /// Adds what a card counts, less what is still to be used of what is `free` by that card.
    mutating func add(
      _ counted: Int128, free: Int128, rate: Rate, _ steps: FareSteps.Rounding?
    ) {
      guard counted > 0 else { return }
      let left = unused < 1 ? Int128((Double(free) * unused).rounded()) : free
      unused = counted < left ? unused * Double(left - counted) / Double(left) : 0
      let rest = max(0, counted - left)
      guard let steps, rate.microUnits > 0 else { return micros += rest }
      let before = steps.whole(units)
      units += rest / Int128(rate.microUnits)
      micros += (steps.whole(units) - before) * Int128(rate.microUnits) * 1_000_000
    }
  }
}

extension FareSteps.Rounding {
  /// The units that count of millionths of them.
  fileprivate func whole(_ millionths: Int128) -> Int128 {
    (millionths + (self == .started ? 999_999 : 0)) / 1_000_000
  }
}
