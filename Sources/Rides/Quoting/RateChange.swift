/// Rates that take over within a ride.
package struct RateChange: Hashable, Sendable {
  package var at: Instant
  package var rates: RateCard

  package init(at: Instant, rates: RateCard) {
    self.at = at
    self.rates = rates
  }
}

/// The rates of a ride at a place: those of its beginning, and those that take over within it.
package struct PlaceRates: Hashable, Sendable {
  package var rates: RateCard
  /// Ascending.
  package var changes: [RateChange]

  package init(rates: RateCard, changes: [RateChange] = []) {
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
  /// The lists of zones that have rates of their own.
  var zones: [[Region]] = []
  /// The rates of each place, by which of these lists contain it; empty where there are none.
  var places: [PlaceRates] = []
  /// Where the ride begins, stops and ends; empty where that is not known.
  var line: [Coordinate] = []

  /// The part of a ride that one card counts.
  struct Stretch {
    let rates: RateCard
    /// When the card took over; nil is the beginning.
    let change: Instant?
    /// By the lists of zones that contain it.
    let place: Int
    /// Since the start of the ride.
    let fromSecond: Double
    let seconds: Double
    /// The part of the ride, 0 to 1.
    let share: Double
  }

  /// The card of a place and an instant.
  func card(of place: Int, at instant: Instant) -> RateCard {
    rates(of: place).card(at: instant)
  }

  private func rates(of place: Int) -> PlaceRates {
    places.indices.contains(place) ? places[place] : PlaceRates(rates: first, changes: changes)
  }

  /// The spans of a ride of so many seconds, one at least.
  func spans(from start: Instant, seconds: Double) -> [Stretch] {
    guard line.count > 1, !zones.isEmpty else {
      return rates(of: 0).spans(from: start, 0, to: seconds, LinePart(place: 0, share: 1))
    }
    var (spans, from) = ([Stretch](), 0.0)
    for part in zones.parts(along: line) {
      let end = from + seconds * part.share
      spans += rates(of: part.place).spans(from: start, from, to: end, part)
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

extension PlaceRates {
  /// The spans between two seconds of a ride, one at least, of a part of its line.
  fileprivate func spans(
    from start: Instant, _ first: Double, to end: Double, _ part: LinePart
  ) -> [RideRates.Stretch] {
    var spans: [RideRates.Stretch] = []
    var (rates, at, from) = (rates, Instant?.none, first)
    func span(to second: Double) -> RideRates.Stretch {
      let seconds = second - from
      return .init(
        rates: rates, change: at, place: part.place, fromSecond: from, seconds: seconds,
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
    let cards =
      [card(of: way.place, at: start)] + way.later.map { card(of: $0.place, at: $0.at) }
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
