import Rides
import Testing

@Suite("A fix of a vehicle") struct FixTests {
  private static func fix(_ latitude: Double, _ longitude: Double, _ seconds: Int) -> Fix {
    Fix(location: Fixture.point(latitude, longitude), at: Fixture.now.advanced(bySeconds: seconds))
  }

  /// The last plausible fix: downtown, ten seconds ago.
  private static let last = fix(41.88, -87.63, -10)

  @Test(
    "A fix that cannot be true decides nothing",
    arguments: [
      // 0.001° of latitude are 111 m.
      (fix(41.88, -87.63, 0), nil), (fix(41.886, -87.63, 0), nil),
      (fix(41.8869, -87.63, 0), .tooFast), (fix(42.1, -87.63, 0), .tooFast),
      (fix(41.8808, -87.63, -10), nil), (fix(41.882, -87.63, -10), .tooFast),
      // A slow clock gives a vehicle no time to move.
      (fix(41.8808, -87.63, -70), nil), (fix(41.884, -87.63, -70), .tooFast),
      (fix(0, 0, 0), .nullIsland), (fix(0.005, -0.005, 0), .nullIsland),
      (fix(41.88, -87.63, -3_601), .outdated), (fix(41.88, -87.63, -619_315_200), .outdated),
    ] as [(Fix, Fix.Flaw?)])
  func flaws(fix: Fix, flaw: Fix.Flaw?) {
    #expect(fix.flaw(after: Self.last, speed: 60, at: Fixture.now) == flaw)
  }

  @Test("A difference that only the receiver explains moves no vehicle")
  func inaccuracy() {
    for (fix, moves) in [
      (Self.fix(41.8808, -87.63, -10), false), (Self.fix(41.8808, -87.63, -9), false),
      (Self.fix(41.8808, -87.63, -8), true), (Self.last, true),
    ] {
      #expect(fix.moves(from: Self.last, speed: 60, at: Fixture.now) == moves)
      #expect(fix.moves(from: nil, speed: 60, at: Fixture.now))
    }
  }

  @Test("The first fix, and the first one for an hour, may be anywhere but at 0,0")
  func first() {
    let last = Self.fix(41.88, -87.63, -3_601)
    for last in [last, nil] {
      #expect(Self.fix(-33, 151, 0).flaw(after: last, speed: 60, at: Fixture.now) == nil)
      #expect(Self.fix(0, 0, 0).flaw(after: last, speed: 60, at: Fixture.now) == .nullIsland)
    }
  }
}

@Suite("Where a vehicle was seen") struct SightingTests {
  /// What a fix so many seconds old, and so many meters north of the place, says of a report.
  private static func presence(
    _ metres: Double, _ age: Int, reported: Int = 0, accuracy: Double? = nil, since: Int? = nil
  ) -> Sighting.Presence {
    let place = Place(coordinate: Fixture.downtown.coordinate, accuracyMetres: accuracy)
    let fix = Fix(
      location: Fixture.point(41.88 + metres / 111_195, -87.63),
      at: Fixture.now.advanced(bySeconds: -age))
    let sighting = Sighting(
      fix, reportedAt: Fixture.now.advanced(bySeconds: -reported), now: Fixture.now,
      policy: PositionPolicy())
    return sighting.presence(
      at: place, within: 150, since: since.map { Fixture.now.advanced(bySeconds: -$0) })
  }

  @Test("A recent fix says whether the vehicle is within the meters of the place")
  func recent() {
    #expect(Self.presence(140, 0) == .there && Self.presence(160, 0) == .elsewhere)
    #expect(Self.presence(140, 120) == .there && Self.presence(37_000, 120) == .elsewhere)
    #expect(Self.presence(180, 0, accuracy: 50) == .there)
  }

  @Test("An old fix says only where the vehicle cannot have come")
  func old() {
    #expect(Self.presence(140, 121) == .unknown)
    #expect(Self.presence(7_000, 121) == .unknown && Self.presence(8_000, 121) == .elsewhere)
    // The report came late, and the fix is of its time.
    #expect(Self.presence(140, 600, reported: 610) == .there)
    #expect(Self.presence(1_600, 600, reported: 610) == .elsewhere)
  }

  @Test("A fix from before the trip is no end of it, but the vehicle has to come from there")
  func earlier() {
    #expect(Self.presence(28_000, 3, since: 2) == .elsewhere)
    #expect(Self.presence(300, 3, since: 2) == .unknown)
    #expect(Self.presence(300, 1, since: 2) == .elsewhere)
  }

  @Test("A vehicle may have left the place since the report, as far as it gets")
  func left() {
    #expect(Self.presence(1_700, 0, reported: 28) == .unknown)
    #expect(Self.presence(1_900, 0, reported: 28) == .elsewhere)
    #expect(Self.presence(1_700, 0, reported: 121) == .elsewhere)
  }

  @Test("Without a fix nothing is known")
  func none() {
    let sighting = Sighting(
      nil, reportedAt: Fixture.now, now: Fixture.now, policy: PositionPolicy())
    #expect(sighting.presence(at: Fixture.downtown, within: 150) == .unknown)
  }
}
