/// The way that a vehicle has driven since the rider of a ride came aboard, and the time in which
/// it stood or was slow: sums, which are kept with the vehicle, and no list of positions.
///
/// Each plausible position adds the way from the one before it: by the odometer where both have a
/// plausible reading, else by the line between them.
package struct DrivenWay: Hashable, Sendable {
  /// What was driven since other rates took over.
  package struct Leg: Hashable, Sendable {
    package var at: Instant
    /// One at least.
    package var sections: [Section]
    /// Which of the way's lists of zones contain it, see `AgreedFare.Meter`.
    package var place: Int

    package init(at: Instant, sections: [Section], place: Int = 0) {
      self.at = at
      self.sections = sections
      self.place = place
    }
  }

  /// A booked stop, and how far from it a vehicle may be that has made it.
  package struct Stop: Hashable, Sendable {
    package var place: Coordinate
    package var metres: Double

    package init(place: Coordinate, metres: Double) {
      self.place = place
      self.metres = metres
    }
  }

  package let ride: RideIdentifier
  /// How much longer than a line the streets between two distant positions are.
  package let circuity: Double
  /// The slow seconds of each standing that do not count.
  package let freeSecondsPerStop: Double
  /// One at least; the first begins at 0.
  package var sections: [Section]
  /// Ascending; the sections before are those until the first.
  package var later: [Leg]
  /// The lists of zones that have rates of their own; with them legs are added where the way enters
  /// or leaves one.
  package var zones: [[Region]] = []
  /// The legs to begin at each place, the first from the start on, by which lists contain it.
  package var places: [[Leg]] = []
  /// The place of the first sections.
  package var place = 0
  /// How many positions have been added.
  package var positions = 0
  /// What all metres would be by the positions alone.
  package var metresByPosition = 0.0
  /// The longest time between two positions in which no odometer measured the way.
  package var longestGap = 0.0
  /// How long the vehicle has stood or been slow by now.
  package var standingSeconds = 0.0
  /// Where the way ends that was counted by positions: a vehicle that stands seems to move about.
  package var anchor: Coordinate
  /// Where the vehicle was last, when, and the metres of its odometer there.
  package var last: Coordinate
  package var at: Instant
  package var odometer: Double?
  /// The booked stops that the vehicle cannot have made so far.
  package var stops: [Stop] = []

  /// Begins with a rider who comes aboard.
  ///
  /// More than five parameters: it only stores them.
  package init(
    ride: RideIdentifier, circuity: Double, freeSecondsPerStop: Double, sections: [Section],
    later: [Leg] = [], from place: Coordinate, at: Instant
  ) {
    self.ride = ride
    self.circuity = circuity
    self.freeSecondsPerStop = freeSecondsPerStop
    self.sections = sections
    self.later = later
    anchor = place
    last = place
    self.at = at
  }

  /// All metres.
  package var metres: Double {
    later.reduce(sections.metres) { $0 + $1.sections.metres }
  }

  /// The way as it would be without an odometer, by which its readings are judged.
  package var byPosition: DrivenWay {
    let metres = metres
    guard metres > 0 else { return self }
    var way = self
    let share = metresByPosition / metres
    way.sections.scale(by: share)
    for leg in later.indices { way.later[leg].sections.scale(by: share) }
    return way
  }

  /// How far a vehicle moves at least: receivers are off by some metres also where it stands.
  private static let leastMetres = 20.0
  /// From which distance of two positions on nothing is known of the streets between them.
  private static let unknownMetres = 1_000.0

  /// Adds the way to the next plausible position; one that is not newer adds nothing.
  ///
  /// - Parameters:
  ///   - reading: The metres of the odometer there, if they were reported.
  ///   - speed: The metres per second that no vehicle exceeds.
  package mutating func add(_ fix: Fix, odometer reading: Double?, speed: Int) {
    let seconds = at.seconds(to: fix.at)
    guard seconds > 0 else { return }
    let known = (fix: Fix(location: last, at: at), odometer: odometer)
    positions += 1
    stops = missed(before: fix, speed: speed)
    (last, at, odometer) = (fix.location, fix.at, reading)
    guard known.fix.canReach(last, within: Fix.blur, speed: speed, by: at) else {
      longestGap = max(longestGap, seconds)
      anchor = last
      stops = []
      return
    }
    let hop = GreatCircle.metres(known.fix.location, last)
    let measured = reading.flatMap { reading in
      known.odometer.map { reading - $0 }
    }.flatMap { metres in
      hop - Fix.blur...Double(speed) * seconds + Fix.blur ~= metres && metres >= 0 ? metres : nil
    }
    if measured == nil { longestGap = max(longestGap, seconds) }
    let line = GreatCircle.metres(anchor, last)
    let streets = line < Self.leastMetres ? 0 : streets(along: line)
    if streets > 0 { anchor = last }
    metresByPosition += streets
    count(
      measured ?? streets, from: known.fix, to: last, in: seconds, at: (measured ?? hop) / seconds)
  }

  /// The stops that the vehicle can neither have made so far nor on the way to a further position.
  func missed(before fix: Fix, speed: Int) -> [Stop] {
    let reach = Double(speed) * max(0, at.seconds(to: fix.at))
    return stops.filter { stop in
      GreatCircle.metres(last, stop.place) + GreatCircle.metres(stop.place, fix.location)
        > 2 * stop.metres + reach
    }
  }

  /// The probable way through the streets: near positions show it, of distant ones only the line is
  /// known.
  private func streets(along line: Double) -> Double {
    line * (1 + (circuity - 1) * min(1, line / Self.unknownMetres))
  }

  /// Counts the way from a position on by the legs that it crosses, in proportion to the line and
  /// to time.
  private mutating func count(
    _ metres: Double, from fix: Fix, to end: Coordinate, in seconds: Double, at speed: Double
  ) {
    guard !zones.isEmpty else { return count((metres, seconds, speed), from: fix.at, later) }
    var from = 0.0
    for part in zones.parts(from: fix.location, to: end) where places.indices.contains(part.place) {
      count(
        (metres * part.share, seconds * part.share, speed),
        from: fix.at.advanced(byShare: from, of: seconds), places[part.place], at: part.place)
      from += part.share
    }
  }

  private typealias Stretch = (metres: Double, seconds: Double, speed: Double)

  /// Counts a stretch by the legs that begin within it; at a place by those to begin there.
  private mutating func count(
    _ stretch: Stretch, from start: Instant, _ legs: [Leg], at place: Int? = nil
  ) {
    let (metres, seconds, speed) = stretch
    var (leg, from) = (Int?.none, 0.0)
    func part(to second: Double) -> Stretch {
      from > 0 || second < seconds
        ? (metres * (second - from) / seconds, second - from, speed) : stretch
    }
    for (index, next) in legs.enumerated() {
      let second = start.seconds(to: next.at)
      guard second < seconds else { break }
      if second > from {
        count(part(to: second), at: start.advanced(byShare: from, of: 1), leg, legs, place)
        from = second
      }
      leg = index
    }
    count(part(to: seconds), at: start.advanced(byShare: from, of: 1), leg, legs, place)
  }

  /// Counts a stretch in the leg with that index; at a place in one that begins with it, unless the
  /// way goes on in the same.
  private mutating func count(
    _ stretch: Stretch, at start: Instant, _ leg: Int?, _ legs: [Leg], _ place: Int?
  ) {
    var index = leg
    if let place {
      let turn = legs[leg ?? 0].at
      index = indexOfLeg(of: place, since: turn)
      if index == nil, !isFirst(place, since: turn) {
        later.append(Leg(at: max(start, turn), sections: legs[leg ?? 0].sections, place: place))
        index = later.indices.last
      }
    }
    let driven = metres
    if let index {
      later[index].sections.count(stretch, after: driven, &standingSeconds, freeSecondsPerStop)
    } else {
      sections.count(stretch, after: driven, &standingSeconds, freeSecondsPerStop)
    }
  }

  /// How many legs a way may have before one is continued that is not the last.
  private static let mostLegs = 100

  /// The leg that goes on at a place since an instant: the last one, or where there are too many
  /// any; nil is the first or none.
  private func indexOfLeg(of place: Int, since turn: Instant) -> Int? {
    let legs = later.count < Self.mostLegs ? later.indices.suffix(1) : later.indices[...]
    return legs.last { later[$0].place == place && later[$0].at >= turn }
  }

  /// Whether the first sections go on at a place.
  private func isFirst(_ place: Int, since turn: Instant) -> Bool {
    later.isEmpty && place == self.place && turn <= (places[place].first?.at ?? turn)
  }

  /// Divides the way by zones from its start on, with the legs to begin at each place.
  package mutating func divide(by zones: [[Region]], _ places: [[Leg]]) {
    guard !zones.isEmpty, places.count == 1 << zones.count else { return }
    place = zones.place(of: last)
    (self.zones, self.places, later) = (zones, places, [])
    sections = places[place].first?.sections ?? sections
  }
}

extension Instant {
  /// The instant after a share of some seconds.
  fileprivate func advanced(byShare share: Double, of seconds: Double) -> Instant {
    Instant(microseconds: microseconds + Int64(share * seconds * 1e6))
  }
}
