import Testing

@testable import Rides

@Suite("The way that was driven") struct DrivenWayTests {
  /// Where a vehicle is after that many seconds: metres to the north and to the east of the start.
  private typealias Step = (seconds: Double, north: Double, east: Double, odometer: Double?)

  private static let start = Fixture.point(0.5, 10)
  private static let degree = 111_195.08

  private static func way(
    _ sections: [DrivenWay.Section] = [.init(fromMetres: 0, slowBelow: 0)], free: Double = 0
  ) -> DrivenWay {
    DrivenWay(
      ride: RideIdentifier("r"), circuity: 1.2, freeSecondsPerStop: free, sections: sections,
      from: start, at: Fixture.now)
  }

  /// The way of a vehicle that reports after each step.
  private static func driven(_ steps: [Step], _ way: DrivenWay = way()) -> DrivenWay {
    var way = way
    for step in steps {
      let place = Fixture.point(
        start.latitude + step.north / degree, start.longitude + step.east / degree)
      let at = Instant(microseconds: Fixture.now.microseconds + Int64(step.seconds * 1e6))
      way.add(Fix(location: place, at: at), odometer: step.odometer, speed: 60)
    }
    return way
  }

  /// Four sides of a square, back to its start.
  private static let square: [Step] = [
    (40, 400, 0, nil), (80, 400, 400, nil), (120, 0, 400, nil), (160, 0, 0, nil),
  ]

  private static let cases: [(String, [Step], metres: Int, byPosition: Int)] = [
    ("a loop is its sides", square, 1_728, 1_728),
    (
      "near positions show the street", (1...20).map { (Double($0) * 5, Double($0) * 50, 0, nil) },
      1_010, 1_010
    ),
    ("of distant ones the line is known", [(240, 2_400, 0, nil)], 2_880, 2_880),
    (
      "a vehicle that stands drives nowhere",
      (1...60).map { (Double($0), Double($0 % 3) * 8, 0, nil) }, 0, 0
    ),
    ("slow steps add up", (1...30).map { (Double($0) * 5, Double($0) * 7, 0, nil) }, 211, 211),
    (
      "the odometer knows", [(10, 100, 0, 7_000), (50, 500, 0, 7_430), (90, 900, 0, 7_900)], 1_002,
      966
    ),
    (
      "an odometer that runs backwards does not", [(10, 100, 0, 7_000), (50, 500, 0, 6_000)], 534,
      534
    ),
    ("nor one that is too fast", [(10, 100, 0, 7_000), (50, 500, 0, 9_600)], 534, 534),
    ("nor one that stands", [(10, 100, 0, 7_000), (50, 500, 0, 7_000)], 534, 534),
    (
      "between two readings there is no other position",
      [(10, 100, 0, 7_000), (30, 300, 0, nil), (50, 500, 0, 7_430)], 518, 518
    ),
    (
      "an older position adds nothing", [(40, 400, 0, nil), (30, 0, 0, nil), (40, 0, 0, nil)], 432,
      432
    ),
    ("nor does one that no vehicle reaches", [(10, 5_000, 0, nil), (50, 5_400, 0, nil)], 432, 432),
  ]

  @Test("The sum of the positions is the way", arguments: cases.indices)
  func sums(index: Int) {
    let (name, steps, metres, byPosition) = Self.cases[index]
    let way = Self.driven(steps)
    #expect(Int(way.metres.rounded()) == metres, "\(name)")
    #expect(Int(way.metresByPosition.rounded()) == byPosition, "\(name)")
    #expect(Int(way.byPosition.metres.rounded()) == byPosition, "\(name)")
  }

  @Test("The longest time without a position is known, unless an odometer has measured the way")
  func gaps() {
    #expect(Self.driven(Self.square).longestGap == 40)
    #expect(Self.driven([(30, 0, 0, 0), (930, 3_000, 0, 5_000)]).longestGap == 30)
    #expect(Self.driven([(30, 0, 0, nil), (930, 3_000, 0, 5_000)]).longestGap == 900)
  }

  @Test("Below the crossover time counts, beyond what is free of each standing")
  func slow() {
    let sections = [
      DrivenWay.Section(fromMetres: 0, slowBelow: 4), .init(fromMetres: 400, slowBelow: 2),
    ]
    let way = Self.driven(
      [
        (60, 3, 0, nil), (100, 6, 0, nil), (140, 400, 0, nil), (190, 400, 5, nil),
        (240, 400, 150, nil), (340, 400, 340, nil), (380, 400, 740, nil),
      ], Self.way(sections, free: 60))
    // 40 of 100 s and nothing of 50, and then 40 of 100 at 1.9 m/s; the 2.9 m/s before are beyond
    // the second crossover.
    #expect(way.sections.map(\.slowSeconds) == [40, 40])
    #expect(way.sections.map { Int($0.metres.rounded()) } == [432, 586])
    #expect(way.sections.map { Int($0.slowMetres.rounded()) } == [0, 197])
  }

  private static let newYork = RateCard(
    bands: [
      DistanceBand(
        fromMetres: 0,
        rate: DistanceRate(
          Rate(microUnits: 700_000, currency: Fixture.dollars), metresPerUnit: 321.8688))
    ],
    time: TimeRate(
      rate: Rate(microUnits: 700_000, currency: Fixture.dollars), onlyWhenSlow: true),
    includedMetres: 321.8688,
    steps: FareSteps(distance: .started, time: .started, areShared: true))

  @Test(
    "Of each stretch counts what costs more, distance or time: the crossover of a taximeter",
    arguments: [(0.0, 60.0, 70), (300, 60, 70), (330, 60, 140), (1_609, 60, 350)]
      as [(Double, Double, Int64)])
  func crossover(metres: Double, seconds: Double, cents: Int64) throws {
    let way = Self.driven(
      [
        (0.000_001, 0, 0, 0), (20, 321.8688, 0, 321.8688),
        (20 + seconds, 400, 0, 321.8688 + metres),
      ],
      Self.way(Self.newYork.sections))
    let counted = try Self.newYork.amounts(for: way, seconds: 1_000)
    #expect(counted.distance.minorUnits + counted.time.minorUnits == cents)
  }

  @Test("Each band has its own unit of time, and a tariff of all time that of the reports")
  func bands() throws {
    func card(onlyWhenSlow: Bool) throws -> RateCard {
      let rate = try Fixture.rate("1.00")
      return RateCard(
        bands: [
          DistanceBand(fromMetres: 0, rate: .perKilometre(rate)),
          DistanceBand(fromMetres: 2_000, rate: .perKilometre(rate), secondsPerUnit: 10),
        ], time: TimeRate(rate: rate, onlyWhenSlow: onlyWhenSlow))
    }
    func fare(_ card: RateCard) throws -> [Int64] {
      var way = Self.way(card.sections)
      way.sections[0].metres = 2_500
      if card.time.onlyWhenSlow {
        (way.sections[0].slowSeconds, way.sections[1].slowSeconds) = (60, 60)
      }
      let counted = try card.amounts(for: way, seconds: 300)
      return [counted.distance.minorUnits, counted.time.minorUnits]
    }
    #expect(try fare(card(onlyWhenSlow: true)) == [250, 700])
    #expect(try fare(card(onlyWhenSlow: false)) == [250, 500])
    let crossovers = try card(onlyWhenSlow: true).sections.map(\.slowBelow)
    #expect(crossovers.map { Int(($0 * 10).rounded()) } == [167, 1_000])
  }
}
