/// Rates that take over within a ride.
package struct RateChange: Hashable, Sendable {
  package var at: Instant
  package var rates: RateCard

  package init(at: Instant, rates: RateCard) {
    self.at = at
    self.rates = rates
  }
}

/// The rates of a ride: those of its beginning, and those that take over within it (rule M16).
struct RideRates {
  /// It also says what the base includes.
  let first: RateCard
  /// Ascending.
  let changes: [RateChange]

  /// The part of a ride that one card counts.
  struct Stretch {
    let rates: RateCard
    /// The number of the change that began it; nil is the beginning.
    let change: Int?
    /// Since the start of the ride.
    let fromSecond: Double
    let seconds: Double
  }

  /// The card of an instant.
  func card(at instant: Instant) -> RateCard {
    changes.last { $0.at <= instant }?.rates ?? first
  }

  /// The spans of a ride of so many seconds, one at least.
  func spans(from start: Instant, seconds: Double) -> [Stretch] {
    var spans: [Stretch] = []
    var (rates, number, from) = (first, Int?.none, 0.0)
    for (index, change) in changes.enumerated() {
      let second = start.seconds(to: change.at)
      guard second < seconds || second <= 0 else { break }
      if second > from {
        spans.append(
          Stretch(rates: rates, change: number, fromSecond: from, seconds: second - from))
        from = second
      }
      (rates, number) = (change.rates, index)
    }
    spans.append(Stretch(rates: rates, change: number, fromSecond: from, seconds: seconds - from))
    return spans
  }

  /// The spans of a route, each with its part of the route, in proportion to time.
  func parts(of route: Route, from start: Instant) -> [(span: Stretch, route: Route)] {
    spans(from: start, seconds: route.seconds).map { span in
      let share = route.seconds > 0 ? span.seconds / route.seconds : 1
      let part = Route(
        metres: route.metres * share, seconds: span.seconds,
        slowSeconds: route.slowSeconds * share)
      return (span, part)
    }
  }

  /// The price of the distance and that of the time of a route.
  func amounts(
    for route: Route, from start: Instant
  ) throws(MoneyError) -> (distance: Money, time: Money) {
    let parts = parts(of: route, from: start)
    if parts.count == 1, parts[0].span.change == nil { return try first.amounts(for: route) }
    var count = RideCount(first)
    for part in parts { try count.add(part.route, by: part.span.rates) }
    return try count.amounts()
  }
}

extension RideRates {
  /// The price of the distance and that of the time of a way that was driven in that many seconds.
  func amounts(
    for way: DrivenWay, from start: Instant, seconds: Double
  ) throws(MoneyError) -> (distance: Money, time: Money) {
    let cards = [card(at: start)] + way.later.map { card(at: $0.at) }
    if cards == [first] { return try first.amounts(for: way, seconds: seconds) }
    let legs = [way.sections] + way.later.map(\.sections)
    let ends = way.later.map { min(start.seconds(to: $0.at), seconds) } + [seconds]
    var count = RideCount(first)
    var from = 0.0
    for (index, rates) in cards.enumerated() {
      if rates.time.onlyWhenSlow {
        try count.add(legs[index], by: rates)
      } else {
        let metres = legs[index].reduce(0) { $0 + $1.metres + $1.slowMetres }
        try count.add(Route(metres: metres, seconds: max(0, ends[index] - from)), by: rates)
      }
      from = ends[index]
    }
    return try count.amounts()
  }
}

/// Counts a ride by rate cards that follow one another, as a taximeter that is switched does: the
/// part of a unit that was driven stays, and the next unit is the next card's.
struct RideCount {
  private let first: RateCard
  private var meter: MeterCount
  /// The seconds of the ride that `freeSecondsPerStop` applies to.
  private var stoodSeconds = 0.0
  private var distance = Tally()
  private var time = Tally()
  private var both = Tally()

  init(_ first: RateCard) {
    self.first = first
    meter = MeterCount(first)
  }

  /// Adds the next part of an estimated ride.
  mutating func add(_ route: Route, by rates: RateCard) throws(MoneyError) {
    meter.goOn(with: rates)
    let before = max(0, stoodSeconds - rates.time.freeSecondsPerStop)
    stoodSeconds += rates.time.onlyWhenSlow ? route.slowSeconds : route.seconds
    try meter.add(
      seconds: max(0, stoodSeconds - rates.time.freeSecondsPerStop) - before, metres: route.metres)
    try close(rates)
  }

  /// Adds the next part of a ride that was driven.
  mutating func add(_ sections: [DrivenWay.Section], by rates: RateCard) throws(MoneyError) {
    meter.goOn(with: rates)
    for section in sections { try meter.add(section) }
    try close(rates)
  }

  private mutating func close(_ rates: RateCard) throws(MoneyError) {
    let (unit, steps) = (rates.bands[0].rate, rates.steps)
    let freeDistance = try unit.rate.micros(of: first.includedMetres / unit.metresPerUnit)
    let freeTime = try rates.time.rate.micros(
      of: first.includedSeconds / rates.time.secondsPerUnit)
    distance.add(meter.distance, free: freeDistance, rate: unit.rate, steps?.distance)
    time.add(meter.time, free: freeTime, rate: rates.time.rate, steps?.time)
    both.add(
      meter.distance + meter.time, free: freeDistance + freeTime, rate: unit.rate, steps?.distance)
  }

  /// The price of the distance and that of the time, less what the base includes.
  func amounts() throws(MoneyError) -> (distance: Money, time: Money) {
    let currency = first.time.rate.currency
    var (way, all) = (distance.micros, distance.micros + time.micros)
    if first.steps?.areShared ?? !first.fareBands.isEmpty {
      (way, all) = (min(both.micros, way), both.micros)
    }
    if first.steps == nil, let rounding = first.rounding {
      all = rounding.rounded(both.micros)
      way = min(all, rounding.rounded(way))
    }
    return try (
      Money(micros: way, currency: currency), Money(micros: all - way, currency: currency)
    )
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

extension LocalMoment {
  /// The instants of the next 24 hours at which clocks show one of some minutes of the day, or
  /// where clocks are changed every quarter of an hour, ascending.
  func turns(at minutes: [Int]) -> [Instant] {
    let end = instant.advanced(bySeconds: 86_400)
    let day = zone.local(instant).daysSinceEpoch
    var turns = (day...day + 2).flatMap { day in
      minutes.flatMap { minute in
        zone.instants(of: LocalDateTime(clockSeconds: day * 86_400 + minute * 60))
      }
    }
    if zone.offsetSeconds(at: instant) != zone.offsetSeconds(at: end) {
      let quarters = instant.microseconds / 900_000_000
      turns += (1...96).map { Instant(seconds: (quarters + $0) * 900) }
    }
    return turns.filter { instant < $0 && $0 <= end }.sorted()
  }
}
