/// Rates that take over within a ride.
package struct RateChange: Hashable, Sendable {
  package var at: Instant
  package var rates: RateCard

  package init(at: Instant, rates: RateCard) {
    self.at = at
    self.rates = rates
  }
}

/// The rates of a ride in some zones: those of its beginning, and those that take over within it.
package struct ZoneRates: Hashable, Sendable {
  /// None is everywhere else.
  package var zones: [Region]
  package var rates: RateCard
  /// Ascending.
  package var changes: [RateChange]

  package init(zones: [Region], rates: RateCard, changes: [RateChange] = []) {
    self.zones = zones
    self.rates = rates
    self.changes = changes
  }

  /// The card of an instant.
  func card(at instant: Instant) -> RateCard {
    changes.last { $0.at <= instant }?.rates ?? rates
  }
}

/// The rates of a ride: those of its beginning, and those that take over within it by time and
/// place (rules M16, M21).
struct RideRates {
  /// Those of the beginning, which also say what the base includes.
  let first: RateCard
  /// Ascending.
  let changes: [RateChange]
  /// The rates of each place, the last everywhere else; empty where no zone has rates of its own.
  var zones: [ZoneRates] = []
  /// Where the ride begins and ends.
  var line: (from: Coordinate, to: Coordinate)?

  /// The part of a ride that one card counts.
  struct Stretch {
    let rates: RateCard
    /// When the card took over; nil is the beginning.
    let change: Instant?
    /// The index of its zones; nil is everywhere else.
    let zones: Int?
    /// Since the start of the ride.
    let fromSecond: Double
    let seconds: Double
    /// The part of the ride, 0 to 1.
    let share: Double
  }

  private var everywhere: ZoneRates { ZoneRates(zones: [], rates: first, changes: changes) }

  /// The spans of a ride of so many seconds, one at least.
  func spans(from start: Instant, seconds: Double) -> [Stretch] {
    guard let line, !zones.isEmpty else {
      return everywhere.spans(from: start, 0, to: seconds, LinePart(list: nil, share: 1))
    }
    var (spans, from) = ([Stretch](), 0.0)
    for part in zones.dropLast().map(\.zones).parts(from: line.from, to: line.to) {
      let end = from + seconds * part.share
      let rates = zones[part.list ?? zones.count - 1]
      spans += rates.spans(from: start, from, to: end, part)
      from = end
    }
    return spans
  }

  /// The spans of a route, each with its part of the route, in proportion to time.
  func parts(of route: Route, from start: Instant) -> [(span: Stretch, route: Route)] {
    spans(from: start, seconds: route.seconds).map { span in
      let part = Route(
        metres: route.metres * span.share, seconds: span.seconds,
        slowSeconds: route.slowSeconds * span.share)
      return (span, part)
    }
  }

  /// The price of the distance and that of the time of a route.
  func amounts(
    for route: Route, from start: Instant
  ) throws(MoneyError) -> (distance: Money, time: Money) {
    let parts = parts(of: route, from: start)
    if parts.count == 1, parts[0].span.rates == first { return try first.amounts(for: route) }
    var count = RideCount(first)
    for part in parts { try count.add(part.route, by: part.span.rates) }
    return try count.amounts()
  }
}

extension ZoneRates {
  /// The spans between two seconds of a ride, one at least, of a part of its line.
  fileprivate func spans(
    from start: Instant, _ first: Double, to end: Double, _ part: LinePart
  ) -> [RideRates.Stretch] {
    var spans: [RideRates.Stretch] = []
    var (rates, at, from) = (rates, Instant?.none, first)
    func span(to second: Double) -> RideRates.Stretch {
      let seconds = second - from
      return .init(
        rates: rates, change: at, zones: part.list, fromSecond: from, seconds: seconds,
        share: end > first ? part.share * seconds / (end - first) : part.share)
    }
    for change in changes {
      let second = start.seconds(to: change.at)
      guard second < end || second <= first else { break }
      if second > from {
        spans.append(span(to: second))
        from = second
      }
      (rates, at) = (change.rates, change.at)
    }
    return spans + [span(to: end)]
  }
}

extension RideRates {
  /// The price of the distance and that of the time of a way that was driven in that many seconds.
  func amounts(
    for way: DrivenWay, from start: Instant, seconds: Double
  ) throws(MoneyError) -> (distance: Money, time: Money) {
    let legs = way.places.isEmpty ? legs(of: way, from: start, seconds) : legs(of: way, seconds)
    if way.places.isEmpty, legs.count == 1, legs[0].rates == first {
      return try first.amounts(for: way, seconds: seconds)
    }
    var count = RideCount(first)
    for leg in legs {
      if leg.rates.time.onlyWhenSlow {
        try count.add(leg.sections, by: leg.rates)
      } else {
        let metres = leg.sections.reduce(0) { $0 + $1.metres + $1.slowMetres }
        try count.add(Route(metres: metres, seconds: leg.seconds), by: leg.rates)
      }
    }
    return try count.amounts()
  }

  /// What one card counts of a way.
  private typealias Leg = (rates: RateCard, sections: [DrivenWay.Section], seconds: Double)

  /// The legs of a way by time, whose seconds are those between the changes.
  private func legs(of way: DrivenWay, from start: Instant, _ seconds: Double) -> [Leg] {
    let cards = [everywhere.card(at: start)] + way.later.map { everywhere.card(at: $0.at) }
    let ends = way.later.map { min(start.seconds(to: $0.at), seconds) } + [seconds]
    let sections = [way.sections] + way.later.map(\.sections)
    return cards.indices.map { index in
      (cards[index], sections[index], max(0, ends[index] - (index > 0 ? ends[index - 1] : 0)))
    }
  }

  /// The legs of a way by place and time: those of the rates of the beginning come first, and the
  /// seconds that no position measured are where it ended.
  private func legs(of way: DrivenWay, _ seconds: Double) -> [Leg] {
    let last = way.places.dropLast().map(\.zones).list(of: way.last) ?? way.places.count - 1
    let unmeasured = max(0, seconds - way.places.reduce(0) { $0 + $1.seconds })
    let legs = zip(way.places, zones).enumerated().flatMap { index, pair -> [Leg] in
      let (place, rates) = pair
      return place.legs.indices.map { number in
        let leg = place.legs[number]
        let isLast = index == last && number + 1 == place.legs.count
        return (rates.card(at: leg.at), leg.sections, leg.seconds + (isLast ? unmeasured : 0))
      }
    }
    return legs.filter { $0.rates == first } + legs.filter { $0.rates != first }
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
