extension DrivenWay {
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
}

extension [DrivenWay.Section] {
  var metres: Double { reduce(0) { $0 + $1.metres + $1.slowMetres } }

  mutating func scale(by share: Double) {
    for index in indices { self[index].metres *= share }
  }

  /// Counts a stretch in the section of the distance that was driven before.
  mutating func count(
    _ stretch: (metres: Double, seconds: Double, speed: Double), after driven: Double,
    _ standingSeconds: inout Double, _ freeSecondsPerStop: Double
  ) {
    let (metres, seconds, speed) = stretch
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
