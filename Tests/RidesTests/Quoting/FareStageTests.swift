import Testing

@testable import Rides

@Suite("Rates that change at a fare") struct FareStageTests {
  private static func rate(_ cents: Int64) -> Rate {
    Rate(microUnits: cents * 10_000, currency: Fixture.dollars)
  }

  private static func band(
    _ amount: Int64, _ cents: Int64, per metres: Double, seconds: Double? = nil
  ) -> FareBand {
    FareBand(
      fromAmount: Fixture.cents(amount), rate: DistanceRate(rate(cents), metresPerUnit: metres),
      secondsPerUnit: seconds)
  }

  /// A card of a first band and others by fare.
  ///
  /// More than five parameters: each case names the few that it is about.
  private static func card(
    _ cents: Int64, per metres: Double, seconds: Double, onlyWhenSlow: Bool = true,
    included: Double = 0, steps: FareSteps? = nil, then: [FareBand]
  ) -> RateCard {
    RateCard(
      bands: [DistanceBand(fromMetres: 0, rate: DistanceRate(rate(cents), metresPerUnit: metres))],
      fareBands: then,
      time: TimeRate(rate: rate(cents), secondsPerUnit: seconds, onlyWhenSlow: onlyWhenSlow),
      includedMetres: included, steps: steps)
  }

  private static let started = FareSteps(distance: .started, time: .started, areShared: true)
  private static let completed = FareSteps(distance: .completed, time: .completed, areShared: true)
  /// Of Hong Kong's urban taxis: 29.00 for 2 km, 2.10 for each started 200 m or minute until the
  /// fare is 102.50, and then 1.40.
  private static let hongKong = card(
    210, per: 200, seconds: 60, included: 2_000, steps: started,
    then: [band(7_350, 140, per: 200)])
  /// As Rome counts: 0.10 for 90 m until 8.00, for 75 m until 10.00, then for 60 m, or for 13 s.
  private static let rome = card(
    10, per: 90, seconds: 13, steps: started,
    then: [band(800, 10, per: 75), band(1_000, 10, per: 60)])
  /// 0.30 for 100 m until 1.00, which is within the fourth unit, then 0.20.
  private static let within = card(
    30, per: 100, seconds: 20, steps: started, then: [band(100, 20, per: 100)])
  private static let plain = card(
    200, per: 1_000, seconds: 60, onlyWhenSlow: false, then: [band(1_000, 100, per: 1_000)])

  private static let cases: [(RateCard, metres: Double, slow: Double, cents: Int64)] = [
    (hongKong, 2_000, 0, 0), (hongKong, 2_001, 0, 210), (hongKong, 8_800, 0, 34 * 210),
    (hongKong, 9_000, 0, 35 * 210), (hongKong, 9_001, 0, 35 * 210 + 140),
    (hongKong, 9_200, 0, 35 * 210 + 140), (hongKong, 9_201, 0, 35 * 210 + 280),
    (hongKong, 20_000, 0, 35 * 210 + 55 * 140), (hongKong, 8_000, 300, 35 * 210),
    (hongKong, 8_000, 301, 35 * 210 + 140), (hongKong, 12_000, 600, 35 * 210 + 25 * 140),
    // Time that is no whole part of a unit starts no step of the rates before.
    (hongKong, 9_340, 173, 35 * 210 + 5 * 140), (hongKong, 11_331, 209, 35 * 210 + 16 * 140),
    (hongKong, 9_480, 156, 35 * 210 + 5 * 140), (hongKong, 9_480, 157, 35 * 210 + 6 * 140),
    // 80 steps of 90 m, 20 of 75 m, and 60 m each.
    (rome, 7_200, 0, 800), (rome, 7_201, 0, 810), (rome, 8_700, 0, 1_000),
    (rome, 8_760, 0, 1_010), (rome, 8_761, 0, 1_020),
    // The step that reaches a fare is one of the rates before.
    (within, 400, 0, 120), (within, 401, 0, 140), (within, 600, 0, 160), (within, 350, 20, 140),
    // Without steps each metre and second counts: 5 km, and half of the rest.
    (plain, 5_000, 0, 1_000), (plain, 5_001, 0, 1_000), (plain, 7_500, 0, 1_250),
  ]

  @Test(
    "M17: From a fare on other rates count, and never a part of the step that reaches it",
    arguments: cases.indices)
  func M17_stages(index: Int) throws {
    let (card, metres, slow, cents) = Self.cases[index]
    let route = Route(metres: metres, seconds: slow, slowSeconds: slow)
    let counted = try card.amounts(for: route)
    #expect(counted.distance.minorUnits + counted.time.minorUnits == cents)
  }

  /// A ride in steps of ten seconds at 10 m/s, with stops of so many seconds.
  private static func driven(_ rates: RateCard, metres: Int, stops: Int, of seconds: Int)
    -> DrivenWay
  {
    let start = Fixture.point(0.5, 10)
    var way = DrivenWay(
      ride: RideIdentifier("r"), circuity: 1, freeSecondsPerStop: 0, sections: rates.sections,
      from: start, at: Fixture.now)
    var (second, north) = (0, 0)
    func add() {
      let place = Fixture.point(start.latitude + Double(north) / 111_195.08, start.longitude)
      way.add(
        Fix(location: place, at: Fixture.now.advanced(bySeconds: second)),
        odometer: Double(north), speed: 60)
    }
    add()
    for leg in 0...stops {
      while north < metres * (leg + 1) / (stops + 1) {
        (north, second) = (north + 100, second + 10)
        add()
      }
      guard leg < stops else { break }
      second += seconds
      add()
    }
    return way
  }

  @Test(
    "The way that was driven is counted by the rates of the fare that it has come to",
    arguments: [(0, 0), (3, 100), (1, 600), (7, 61)])
  func M17_driven(stops: Int, seconds: Int) throws {
    for metres in [1_000, 8_000, 12_000, 20_000] {
      let way = Self.driven(Self.hongKong, metres: metres, stops: stops, of: seconds)
      let units = Double(max(0, metres - 2_000)) / 200 + Double(stops * seconds) / 60
      let all = Int64(max(0, units - (metres < 2_000 ? 5 : 0)).rounded(.up))
      let counted = try Self.hongKong.amounts(for: way, seconds: 9_000)
      #expect(
        counted.distance.minorUnits + counted.time.minorUnits
          == min(all, 35) * 210 + max(0, all - 35) * 140, "\(metres)")
    }
  }

  @Test("A stop that comes late counts after the rates have changed")
  func M17_order() throws {
    // A unit of time is 13 s in each stage, a unit of distance is 90, 75 or 60 m.
    let way = Self.driven(Self.rome, metres: 18_000, stops: 1, of: 130)
    #expect(way.sections.map(\.slowSeconds) == [0, 0, 130])
    #expect(way.sections.map { Int($0.metres.rounded()) } == [7_200, 1_500, 9_300])
    let counted = try Self.rome.amounts(for: way, seconds: 9_000)
    #expect(counted.distance.minorUnits + counted.time.minorUnits == (80 + 20 + 155 + 10) * 10)
  }
}
