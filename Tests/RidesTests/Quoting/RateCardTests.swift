import Testing

@testable import Rides

@Suite("What a meter counts") struct RateCardTests {
  private static let currency = Fixture.dollars

  private static func band(
    _ from: Double, _ cents: Int64, per metres: Double, seconds: Double? = nil
  ) -> DistanceBand {
    DistanceBand(
      fromMetres: from, rate: DistanceRate(rate(cents), metresPerUnit: metres),
      secondsPerUnit: seconds)
  }

  private static func rate(_ cents: Int64) -> Rate {
    Rate(microUnits: cents * 10_000, currency: currency)
  }

  private static func slow(_ cents: Int64, per seconds: Double, free: Double = 0) -> TimeRate {
    TimeRate(
      rate: rate(cents), secondsPerUnit: seconds, onlyWhenSlow: true, freeSecondsPerStop: free)
  }

  /// What the base includes reaches beyond the first band, whose rate is ten times the next one's.
  private static func long(_ steps: FareSteps?) -> RateCard {
    RateCard(
      bands: [band(0, 100, per: 100), band(1_000, 100, per: 500)], time: slow(100, per: 60),
      includedMetres: 3_000, steps: steps)
  }

  @Test(
    "What the base includes is counted by each band that it reaches",
    arguments: [started, apart, nil])
  func included(steps: FareSteps?) throws {
    for (metres, cents) in [(1_000.0, 0), (3_000, 0), (4_000, 200), (10_000, 1_400)] {
      let card = Self.long(steps)
      let route = Route(metres: metres, seconds: 0)
      #expect(try card.amounts(for: route).distance.minorUnits == Int64(cents))
      let change = RateChange(at: Fixture.now.advanced(bySeconds: 1), rates: card)
      let rates = RideRates(first: card, changes: [change])
      let cut = try rates.amounts(for: Route(metres: metres, seconds: 2), from: Fixture.now)
      #expect(cut.distance.minorUnits == Int64(cents))
    }
  }

  private static let started = FareSteps(distance: .started, time: .started, areShared: true)
  private static let apart = FareSteps(distance: .started, time: .started, areShared: false)

  /// Of yellow taxis: 0.70 for each started fifth of a mile or 60 s, the first of which the base
  /// includes.
  private static let newYork = RateCard(
    bands: [band(0, 70, per: 1_609.344 / 5)], time: slow(70, per: 60),
    includedMetres: 1_609.344 / 5, steps: started)
  /// By day: 0.20 for each started 116.7 m or 25 s, the first two of which the base includes; from
  /// six miles on for 86.9 m or 18.7 s.
  private static let london = RateCard(
    bands: [band(0, 20, per: 116.7), band(9_656.1, 20, per: 86.9, seconds: 18.7)],
    time: slow(20, per: 25), includedMetres: 233.4, steps: started)
  /// 0.20 for each started 71.43 m, 76.92 m from 3 km on and 95.24 m from 7 km on, and apart from
  /// that for 18.46 s of waiting beyond the first minute.
  private static let berlin = RateCard(
    bands: [
      band(0, 20, per: 71.43), band(3_000, 20, per: 76.92), band(7_000, 20, per: 95.24),
    ], time: slow(20, per: 18.46, free: 60), includedMetres: 71.43, steps: apart)
  /// 0.25 for each started 400 m beyond the first kilometre, 350 m from 10 km on, or 45 s.
  private static let singapore = RateCard(
    bands: [band(0, 25, per: 400), band(10_000, 25, per: 350)], time: slow(25, per: 45),
    includedMetres: 1_000, steps: started)
  /// 1.00 for each started 255 m beyond the first 1,096 m, or 95 s.
  private static let tokyo = RateCard(
    bands: [band(0, 100, per: 255)], time: slow(100, per: 95), includedMetres: 1_096,
    steps: started)
  /// 0.95 a kilometre, 0.58 from 5 km on, and 0.58 a minute of any time.
  private static let vienna = RateCard(
    bands: [band(0, 95, per: 1_000), band(5_000, 58, per: 1_000)],
    time: TimeRate(rate: rate(58)))
  /// 0.25 for each started ninth of a mile after the first, and 0.20 for each complete 36 s.
  private static let chicago = RateCard(
    bands: [band(0, 25, per: 1_609.344 / 9)], time: slow(20, per: 36),
    includedMetres: 1_609.344 / 9,
    steps: FareSteps(distance: .started, time: .completed, areShared: false))

  /// The fare of a card in cents for metres and slow seconds, without the base.
  private func fare(_ rates: RateCard, _ metres: Double, _ slow: Double) throws -> Int64 {
    let counted = try rates.amounts(
      for: Route(metres: metres, seconds: slow, slowSeconds: slow))
    return counted.distance.minorUnits + counted.time.minorUnits
  }

  @Test(
    "A taximeter charges each unit of distance or slow time at its start, none at its exact end",
    arguments: [
      (0.15, 0.0, 0), (0.2, 0, 0), (0.21, 0, 70), (2, 240, 910), (3.1, 90, 1_120),
      (8.6, 400, 3_430),
      (16.4, 300, 6_020), (0, 60, 0), (0, 61, 70),
    ] as [(Double, Double, Int64)])
  func newYork(miles: Double, slow: Double, cents: Int64) throws {
    #expect(try fare(Self.newYork, miles * 1_609.344, slow) == cents)
  }

  @Test(
    "A rate that changes on the way keeps the part of a unit that has begun",
    arguments: [
      (200.0, 0.0, 0), (233.4, 0, 0), (233.5, 0, 20), (3_000, 120, 580), (15_000, 300, 3_100),
      (24_000, 600, 5_400),
    ] as [(Double, Double, Int64)])
  func london(metres: Double, slow: Double, pence: Int64) throws {
    #expect(try fare(Self.london, metres, slow) == pence)
  }

  @Test(
    "Distance and waiting may count apart, and the first minute of waiting be free",
    arguments: [
      (50.0, 0.0, 0), (71.43, 0, 0), (71.44, 0, 20), (1_000, 0, 260), (3_000, 0, 820),
      (5_000, 0, 1_360), (7_000, 0, 1_880), (10_000, 0, 2_500), (15_000, 0, 3_540),
      (20_000, 0, 4_600), (5_000, 150, 1_460), (5_000, 60, 1_360),
    ] as [(Double, Double, Int64)])
  func berlin(metres: Double, waited: Double, cents: Int64) throws {
    #expect(try fare(Self.berlin, metres, waited) == cents)
  }

  @Test(
    "The base may include another distance than a unit, which slow time uses up as well",
    arguments: [
      (singapore, 800.0, 0.0, 0), (singapore, 1_000, 0, 0), (singapore, 1_001, 0, 25),
      (singapore, 1_400, 0, 25), (singapore, 6_000, 180, 425), (singapore, 10_000, 270, 725),
      (singapore, 18_000, 360, 1_350), (tokyo, 900, 0, 0), (tokyo, 1_096, 0, 0),
      (tokyo, 1_097, 0, 100), (tokyo, 1_351, 0, 100), (tokyo, 5_000, 190, 1_800),
      (tokyo, 0, 900, 600), (tokyo, 25_000, 380, 9_800),
    ] as [(RateCard, Double, Double, Int64)])
  func included(rates: RateCard, metres: Double, slow: Double, amount: Int64) throws {
    #expect(try fare(rates, metres, slow) == amount)
  }

  @Test(
    "Without steps distance and time are each rounded once, over all bands",
    arguments: [
      (800.0, 180.0, 250), (5_000, 720, 1_171), (5_100, 720, 1_177), (12_000, 1_500, 2_331),
      (0, 600, 580),
    ] as [(Double, Double, Int64)])
  func vienna(metres: Double, seconds: Double, cents: Int64) throws {
    let counted = try Self.vienna.amounts(for: Route(metres: metres, seconds: seconds))
    #expect(counted.distance.minorUnits + counted.time.minorUnits == cents)
  }

  @Test(
    "A step of time may count only when it is complete",
    arguments: [
      (0.1, 0.0, 0), (1.0 / 9, 0, 0), (0.12, 0, 25), (2, 180, 525), (2, 35, 425),
      (17.5, 480, 4_185),
    ] as [(Double, Double, Int64)])
  func chicago(miles: Double, slow: Double, cents: Int64) throws {
    #expect(try fare(Self.chicago, miles * 1_609.344, slow) == cents)
  }
}
