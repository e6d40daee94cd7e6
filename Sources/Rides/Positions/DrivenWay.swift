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
    /// Counted in places alone.
    package var seconds: Double

    package init(at: Instant, sections: [Section], seconds: Double = 0) {
      self.at = at
      self.sections = sections
      self.seconds = seconds
    }
  }

  /// What was driven in zones that have rates of their own, or everywhere else.
  package struct Place: Hashable, Sendable {
    /// None is everywhere else.
    package var zones: [Region]
    /// Ascending; one at least, which begins with the ride.
    package var legs: [Leg]

    package init(zones: [Region], legs: [Leg]) {
      self.zones = zones
      self.legs = legs
    }

    var metres: Double { legs.reduce(0) { $0 + $1.sections.metres } }
    var seconds: Double { legs.reduce(0) { $0 + $1.seconds } }
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
  /// Where it was driven, the last everywhere else, in the place of sections and legs; empty where
  /// no zone has rates of its own.
  package var places: [Place] = []
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
    places.reduce(later.reduce(sections.metres) { $0 + $1.sections.metres }) { $0 + $1.metres }
  }

  /// The way as it would be without an odometer, by which its readings are judged.
  package var byPosition: DrivenWay {
    let metres = metres
    guard metres > 0 else { return self }
    var way = self
    let share = metresByPosition / metres
    way.sections.scale(by: share)
    for leg in later.indices { way.later[leg].sections.scale(by: share) }
    for place in places.indices {
      for leg in places[place].legs.indices {
        way.places[place].legs[leg].sections.scale(by: share)
      }
    }
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
    (last, at, odometer) = (fix.location, fix.at, reading)
    guard known.fix.canReach(last, within: Fix.blur, speed: speed, by: at) else {
      longestGap = max(longestGap, seconds)
      anchor = last
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

  /// The probable way through the streets: near positions show it, of distant ones only the line is
  /// known.
  private func streets(along line: Double) -> Double {
    line * (1 + (circuity - 1) * min(1, line / Self.unknownMetres))
  }

  /// Counts the way from a position on by the places and the legs that it crosses, in proportion
  /// to the line and to time.
  private mutating func count(
    _ metres: Double, from fix: Fix, to end: Coordinate, in seconds: Double, at speed: Double
  ) {
    guard !places.isEmpty else {
      return count(
        (metres, seconds, speed), from: fix.at, turns: later.map(\.at), leg: nil, place: nil)
    }
    var from = 0.0
    for part in places.dropLast().map(\.zones).parts(from: fix.location, to: end) {
      let place = part.list ?? places.count - 1
      count(
        (metres * part.share, seconds * part.share, speed),
        from: Instant(microseconds: fix.at.microseconds + Int64(from * seconds * 1e6)),
        turns: places[place].legs.dropFirst().map(\.at), leg: 0, place: place)
      from += part.share
    }
  }

  private typealias Stretch = (metres: Double, seconds: Double, speed: Double)

  /// Counts a stretch by the legs that begin at some instants after the one with that index.
  private mutating func count(
    _ stretch: Stretch, from start: Instant, turns: [Instant], leg first: Int?, place: Int?
  ) {
    let (metres, seconds, speed) = stretch
    var (leg, from) = (first, 0.0)
    for (index, turn) in turns.enumerated() {
      let second = start.seconds(to: turn)
      guard second < seconds else { break }
      if second > from {
        count((metres * (second - from) / seconds, second - from, speed), leg: leg, place: place)
        from = second
      }
      leg = first.map { $0 + index + 1 } ?? index
    }
    let rest = from > 0 ? metres * (seconds - from) / seconds : metres
    count((rest, seconds - from, speed), leg: leg, place: place)
  }

  private mutating func count(_ stretch: Stretch, leg: Int?, place: Int?) {
    let driven = metres
    switch (place, leg) {
    case (let place?, let leg?):
      places[place].legs[leg].seconds += stretch.seconds
      places[place].legs[leg].sections.count(
        stretch, after: driven, &standingSeconds, freeSecondsPerStop)
    case (_, let leg?):
      later[leg].sections.count(stretch, after: driven, &standingSeconds, freeSecondsPerStop)
    case (_, nil):
      sections.count(stretch, after: driven, &standingSeconds, freeSecondsPerStop)
    }
  }
}
