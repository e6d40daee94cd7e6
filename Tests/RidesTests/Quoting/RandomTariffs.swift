import RandomFixture
import Rides

/// Areas with tariffs, charges and rules that a seed draws.
struct RandomTariffs {
  private static let downtown = Region(Fixture.square(41.8, -87.7, size: 0.1))
  private static let suburbs = Region(Fixture.square(41.89, -88, size: 0.5))

  var random: SeededNumbers

  mutating func chance() -> Bool { Bool.random(using: &random) }

  mutating func cents(_ range: ClosedRange<Int64>) -> Money {
    Fixture.cents(.random(in: range, using: &random))
  }

  mutating func rates() -> RateCard {
    let step = Rate(
      microUnits: .random(in: 1...99, using: &random) * 10_000, currency: Fixture.dollars)
    var rates = RateCard(
      bands: [
        DistanceBand(
          fromMetres: 0,
          rate: DistanceRate(step, metresPerUnit: .random(in: 50...500, using: &random)))
      ],
      time: TimeRate(
        rate: step, secondsPerUnit: .random(in: 10...90, using: &random),
        onlyWhenSlow: chance()))
    if chance() {
      rates.bands.append(
        DistanceBand(
          fromMetres: .random(in: 1...9_000, using: &random),
          rate: DistanceRate(step, metresPerUnit: .random(in: 50...500, using: &random))))
    }
    if chance() { rates.includedMetres = .random(in: 0...2_000, using: &random) }
    if chance(), rates.bands.count == 1 { addFareBands(to: &rates) }
    if chance() {
      rates.steps = FareSteps(
        distance: chance() ? .started : .completed, time: .started,
        areShared: chance() || !rates.fareBands.isEmpty)
    }
    if chance() {
      rates.rounding = FareRounding(step: Fixture.cents(5), direction: .up)
    }
    return rates
  }

  private mutating func addFareBands(to rates: inout RateCard) {
    for number in 1...2 as ClosedRange<Int64> {
      let rate = Rate(
        microUnits: .random(in: 1...99, using: &random) * 10_000, currency: Fixture.dollars)
      rates.fareBands.append(
        FareBand(
          fromAmount: cents(number * 1_000 - 999...number * 1_000),
          rate: DistanceRate(rate, metresPerUnit: .random(in: 50...500, using: &random)),
          secondsPerUnit: chance() ? nil : .random(in: 10...90, using: &random)))
    }
  }

  mutating func hours() -> OperatingHours? {
    let from = Int.random(in: 0...1_439, using: &random)
    let booked = chance() ? nil : OperatingHours.Booked.allCases.randomElement(using: &random)
    return chance()
      ? nil
      : OperatingHours(spans: [.init(fromMinute: from, toMinute: from + 700, booked: booked)])
  }

  mutating func drive(_ sections: inout [DrivenWay.Section]) {
    for index in sections.indices {
      sections[index].metres = .random(in: 0...9_000, using: &random)
      sections[index].slowMetres = .random(in: 0...900, using: &random)
      sections[index].slowSeconds = .random(in: 0...900, using: &random)
    }
  }

  mutating func share() -> FareShare {
    FareShare(
      basisPoints: .random(in: 0...10_000, using: &random),
      of: chance() ? .fare : .fareAndCharges,
      rounding: chance()
        ? nil
        : FareRounding(
          step: cents(1...25),
          direction: FareRounding.Direction.allCases.randomElement(using: &random) ?? .up))
  }

  mutating func occasion() -> FareCharge.Occasion {
    let occasions: [FareCharge.Occasion] = [
      .anywhere, .place(.either, [Fixture.airportZone]), .place(.pickup, [Self.downtown]),
      .way(from: [Self.downtown], to: [Fixture.airportZone], bothWays: chance()),
    ]
    return occasions.randomElement(using: &random) ?? .anywhere
  }

  /// Lets something hold for some lengths, or beside a meter for some parties.
  private mutating func narrow(_ conditions: inout TripConditions, isMetered: Bool) {
    if chance() { conditions.beyondMetres = .random(in: 1...15_000, using: &random) }
    if chance() { conditions.upToMetres = .random(in: 15_000...30_000, using: &random) }
    if isMetered, chance() { conditions.fromPartySize = .random(in: 2...4, using: &random) }
  }

  mutating func charge(_ number: Int) -> FareCharge {
    let isMetered = Int.random(in: 0..<4, using: &random) == 0
    var charge = FareCharge(
      key: "c\(number)", titles: Fixture.text("Charge \(number)", "Cargo \(number)"),
      value: chance() ? .amount(cents(0...900)) : .share(share()),
      occasion: occasion(),
      hours: hours(), products: isMetered ? ["taxi"] : chance() ? [] : ["suv", "taxi"],
      isKept: chance())
    narrow(&charge.conditions, isMetered: isMetered)
    return charge
  }

  mutating func special(_ number: Int) -> SpecialPricing {
    SpecialPricing(
      key: "s\(number)", titles: Fixture.text("Demand \(number)", "Demanda \(number)"),
      value: chance()
        ? .amount(cents(0...900))
        : .multiplier(Multiplier(basisPoints: .random(in: 10_000...30_000, using: &random))),
      scope: RuleScope(
        hours: hours(), zones: chance() ? [] : [Self.downtown], products: chance() ? [] : ["suv"]),
      belowFreeVehicles: chance() ? nil : .random(in: 1...2, using: &random))
  }

  mutating func extra(_ number: Int) -> Extra {
    Extra(
      key: ExtraKey("e\(number)"), names: Fixture.text("Extra \(number)", "Más \(number)"),
      price: cents(0...2_000), atMost: .random(in: 1...3, using: &random))
  }

  /// Some of the extras that an option lists.
  mutating func some(of offered: [OfferedExtra]) -> [ExtraCount] {
    offered.shuffled(using: &random).filter { _ in chance() }.map {
      ExtraCount(identifier: $0.identifier, count: .random(in: 1...$0.atMost, using: &random))
    }
  }

  /// Lets some periods count the ride, which all have one kind of steps then.
  private mutating func countRide(in tariff: inout Tariff) {
    tariff.rates.fareBands = []
    for index in tariff.periods.indices {
      var period = tariff.periods[index]
      period.rates.steps = tariff.rates.steps
      period.rates.rounding = tariff.rates.rounding
      period.rates.fareBands = []
      period.rates.time.onlyWhenSlow = tariff.rates.time.onlyWhenSlow
      if period.conditions.hours != nil, chance() { period.counts = .ride }
      if chance() {
        period.counts = .ride
        period.inZones = [chance() ? Self.downtown : Self.suburbs]
      }
      tariff.periods[index] = period
    }
  }

  mutating func area() throws -> ServiceArea {
    var area = try Fixture.area()
    area.extras = (0..<3).filter { _ in chance() }.map { extra($0) }
    for index in area.products.indices {
      let isMetered = area.products[index].pricing == .metered
      area.products[index].tariff.base = cents(0...900)
      area.products[index].tariff.rates = rates()
      area.products[index].tariff.minimumFare = chance() ? cents(0...3_000) : nil
      area.products[index].tariff.minimumCover =
        chance() ? .fare : isMetered ? .chargesAndExtras : .charges
      area.products[index].tariff.maximumFare = chance() ? cents(3_000...6_000) : nil
      area.products[index].tariff.periods = (0..<2).map { _ in
        var period = TariffPeriod(
          hours: hours(), occasion: occasion(), base: cents(0...900), rates: rates(),
          maximumFare: chance() ? cents(0...3_000) : nil)
        narrow(&period.conditions, isMetered: isMetered)
        return period
      }
      if chance() { countRide(in: &area.products[index].tariff) }
    }
    area.charges = (0..<3).map { charge($0) }
    area.rules.specialPricing = (0..<2).map { special($0) }
    if chance() {
      area.rules.fixedFares = [
        FixedFare(
          key: "flat", titles: Fixture.text("Flat", "Plana"), amount: cents(1_000...9_000),
          occasion: occasion(), upToMetres: chance() ? nil : 9_000, hours: hours(),
          products: chance() ? [] : ["taxi", "compact"], onTop: chance() ? nil : ["c1"],
          extrasOnTop: chance() ? nil : [])
      ]
      for index in area.extras.indices where chance() { area.extras[index].fixedFares = ["flat"] }
    }
    return area
  }
}
