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
    /// Where the next section begins at a fare; nil where it begins at a distance.
    package var worth: Worth?

    package init(
      fromMetres: Double, slowBelow: Double, metres: Double = 0, slowMetres: Double = 0,
      slowSeconds: Double = 0, worth: Worth? = nil
    ) {
      self.worth = worth
      self.fromMetres = fromMetres
      self.slowBelow = slowBelow
      self.metres = metres
      self.slowMetres = slowMetres
      self.slowSeconds = slowSeconds
    }
  }

  /// What metres and slow seconds cost, and at which sum of both a section ends, in millionths of
  /// the currency's main unit.
  package struct Worth: Hashable, Sendable {
    package var perMetre: Double
    package var perSecond: Double
    package var limit: Double

    package init(perMetre: Double, perSecond: Double, limit: Double) {
      self.perMetre = perMetre
      self.perSecond = perSecond
      self.limit = limit
    }
  }

  /// What was driven since other rates took over.
  package struct Leg: Hashable, Sendable {
    package var at: Instant
    /// One at least.
    package var sections: [Section]

    package init(at: Instant, sections: [Section]) {
      self.at = at
      self.sections = sections
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
    later.reduce(sections.metres) { $0 + $1.sections.metres }
  }

  /// The way as it would be without an odometer, by which its readings are judged.
  package var byPosition: DrivenWay {
    let metres = metres
    guard metres > 0 else { return self }
    var way = self
    let share = metresByPosition / metres
    for index in sections.indices { way.sections[index].metres *= share }
    for leg in later.indices {
      for index in later[leg].sections.indices { way.later[leg].sections[index].metres *= share }
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
    count(measured ?? streets, from: known.fix.at, in: seconds, at: (measured ?? hop) / seconds)
  }

  /// The probable way through the streets: near positions show it, of distant ones only the line is
  /// known.
  private func streets(along line: Double) -> Double {
    line * (1 + (circuity - 1) * min(1, line / Self.unknownMetres))
  }

  /// Counts the way from an instant on by the legs that it crosses, in proportion to time.
  private mutating func count(
    _ metres: Double, from start: Instant, in seconds: Double, at speed: Double
  ) {
    var (leg, from) = (Int?.none, 0.0)
    for index in later.indices {
      let second = start.seconds(to: later[index].at)
      guard second < seconds else { break }
      if second > from {
        count(metres * (second - from) / seconds, in: second - from, at: speed, leg: leg)
        from = second
      }
      leg = index
    }
    let rest = from > 0 ? metres * (seconds - from) / seconds : metres
    count(rest, in: seconds - from, at: speed, leg: leg)
  }

  private mutating func count(
    _ metres: Double, in seconds: Double, at speed: Double, leg: Int?
  ) {
    let driven = self.metres
    guard let leg else {
      return sections.count(
        metres, in: seconds, at: speed, after: driven, &standingSeconds, freeSecondsPerStop)
    }
    later[leg].sections.count(
      metres, in: seconds, at: speed, after: driven, &standingSeconds, freeSecondsPerStop)
  }
}

extension [DrivenWay.Section] {
  fileprivate var metres: Double { reduce(0) { $0 + $1.metres + $1.slowMetres } }

  /// Counts a stretch in the section of the distance that was driven before.
  ///
  /// More than five parameters: what a stretch is, and how long the vehicle has stood.
  fileprivate mutating func count(
    _ metres: Double, in seconds: Double, at speed: Double, after driven: Double,
    _ standingSeconds: inout Double, _ freeSecondsPerStop: Double
  ) {
    let index =
      firstIndex(where: \.hasRoom)
      ?? lastIndex { $0.fromMetres <= driven } ?? 0
    guard self[index].slowBelow > 0, metres == 0 || speed < self[index].slowBelow else {
      standingSeconds = 0
      return add((metres, 0, 0), from: index)
    }
    let before = Swift.max(0, standingSeconds - freeSecondsPerStop)
    standingSeconds += seconds
    add((0, metres, Swift.max(0, standingSeconds - freeSecondsPerStop) - before), from: index)
  }

  /// Adds metres, slow metres and slow seconds to a section, and to the next what is beyond its
  /// limit.
  private mutating func add(
    _ part: (metres: Double, slowMetres: Double, slowSeconds: Double), from index: Int
  ) {
    var share = 1.0
    if let worth = self[index].worth, index + 1 < count {
      let cost = part.metres * worth.perMetre + part.slowSeconds * worth.perSecond
      share = Swift.min(1, (worth.limit - self[index].cost) / Swift.max(cost, 1))
    }
    self[index].metres += part.metres * share
    self[index].slowMetres += part.slowMetres * share
    self[index].slowSeconds += part.slowSeconds * share
    guard share < 1 else { return }
    let rest = 1 - share
    add(
      (part.metres * rest, part.slowMetres * rest, part.slowSeconds * rest), from: index + 1)
  }
}

extension DrivenWay.Section {
  /// What has been counted of its limit; 0 without one.
  fileprivate var cost: Double {
    worth.map { metres * $0.perMetre + slowSeconds * $0.perSecond } ?? 0
  }

  /// Whether it ends at a fare that is not reached.
  fileprivate var hasRoom: Bool { cost < worth?.limit ?? 0 }
}
