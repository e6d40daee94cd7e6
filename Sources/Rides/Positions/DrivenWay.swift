/// The way that a vehicle has driven since the rider of a ride came aboard, and the time in which
/// it stood or was slow: sums, which are kept with the vehicle, and no list of positions.
///
/// Each plausible position adds the way from the one before it: by the odometer where both have a
/// plausible reading, else by the line between them.
package struct DrivenWay: Hashable, Sendable {
  /// What was driven from one distance of the trip to the next.
  package struct Section: Hashable, Sendable {
    /// From how many metres of the trip on.
    package var fromMetres: Double
    /// The metres per second below which time counts in the place of distance; 0 where distance
    /// always counts.
    package var slowBelow: Double
    package var metres: Double
    /// The metres in slow time.
    package var slowMetres: Double
    /// Without what is free of each standing.
    package var slowSeconds: Double

    package init(
      fromMetres: Double, slowBelow: Double, metres: Double = 0, slowMetres: Double = 0,
      slowSeconds: Double = 0
    ) {
      self.fromMetres = fromMetres
      self.slowBelow = slowBelow
      self.metres = metres
      self.slowMetres = slowMetres
      self.slowSeconds = slowSeconds
    }
  }

  package let ride: RideIdentifier
  /// How much longer than a line the streets between two distant positions are.
  package let circuity: Double
  /// The slow seconds of each standing that do not count.
  package let freeSecondsPerStop: Double
  /// One at least; the first begins at 0.
  package var sections: [Section]
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
    from place: Coordinate, at: Instant
  ) {
    self.ride = ride
    self.circuity = circuity
    self.freeSecondsPerStop = freeSecondsPerStop
    self.sections = sections
    anchor = place
    last = place
    self.at = at
  }

  /// All metres.
  package var metres: Double { sections.reduce(0) { $0 + $1.metres + $1.slowMetres } }

  /// The way as it would be without an odometer, by which its readings are judged.
  package var byPosition: DrivenWay {
    let metres = metres
    guard metres > 0 else { return self }
    var way = self
    for index in sections.indices { way.sections[index].metres *= metresByPosition / metres }
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
    count(measured ?? streets, in: seconds, at: (measured ?? hop) / seconds)
  }

  /// The probable way through the streets: near positions show it, of distant ones only the line is
  /// known.
  private func streets(along line: Double) -> Double {
    line * (1 + (circuity - 1) * min(1, line / Self.unknownMetres))
  }

  private mutating func count(_ metres: Double, in seconds: Double, at speed: Double) {
    let driven = self.metres
    let index = sections.lastIndex { $0.fromMetres <= driven } ?? 0
    guard sections[index].slowBelow > 0, metres == 0 || speed < sections[index].slowBelow else {
      standingSeconds = 0
      return sections[index].metres += metres
    }
    let before = max(0, standingSeconds - freeSecondsPerStop)
    standingSeconds += seconds
    sections[index].slowSeconds += max(0, standingSeconds - freeSecondsPerStop) - before
    sections[index].slowMetres += metres
  }
}
