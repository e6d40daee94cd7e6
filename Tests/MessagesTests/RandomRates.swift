import RandomFixture
import Rides

/// What a meter counts, from a seed.
enum RandomRates {
  static func card(in currency: Currency, using random: inout SeededNumbers) -> RateCard {
    let rates = (0..<3).map { _ in
      Rate(microUnits: .random(in: 0...9_999_999, using: &random), currency: currency)
    }
    guard Bool.random(using: &random) else {
      return RateCard(
        distance: Bool.random(using: &random) ? .perMile(rates[0]) : .perKilometre(rates[0]),
        perMinute: rates[1])
    }
    let metres = DistanceRate.metresPerMile / .random(in: 2...19, using: &random)
    if Bool.random(using: &random) {
      return RateCard(
        bands: [DistanceBand(fromMetres: 0, rate: DistanceRate(rates[0], metresPerUnit: metres))],
        fareBands: [1_000, 2_000].map {
          FareBand(
            fromAmount: Money(minorUnits: $0, currency: currency), rate: .perKilometre(rates[1]),
            secondsPerUnit: $0 > 1_000 ? 13.5 : nil)
        },
        time: TimeRate(rate: rates[2], onlyWhenSlow: true))
    }
    let flags = (0..<3).map { _ in Bool.random(using: &random) }
    return RateCard(
      bands: [
        DistanceBand(fromMetres: 0, rate: DistanceRate(rates[0], metresPerUnit: metres)),
        DistanceBand(
          fromMetres: 3_000.5, rate: .perKilometre(rates[1]),
          secondsPerUnit: flags[0] ? .random(in: 1...99, using: &random) : nil),
      ],
      time: TimeRate(
        rate: rates[2], secondsPerUnit: 18.46, onlyWhenSlow: flags[1],
        freeSecondsPerStop: flags[1] ? 60 : 0),
      includedMetres: .random(in: 0...9, using: &random),
      includedSeconds: flags[0] ? 60 : 0,
      steps: flags[2]
        ? FareSteps(distance: .started, time: .completed, areShared: flags[0]) : nil,
      rounding: flags[1]
        ? FareRounding(step: Money(minorUnits: 5, currency: currency), direction: .up) : nil)
  }
}

extension RandomRides {
  mutating func dropOut() -> DropOut {
    DropOut(vehicle: VehicleIdentifier(identifier()), at: moment())
  }

  mutating func watch() -> VehicleWatch {
    var watch = VehicleWatch(
      lookAt: maybe { $0.moment() }, nearestMetres: maybe { Double($0.number(0...9_999)) / 8 },
      nearerAt: moment())
    watch.isStalled = chance()
    watch.silentSince = maybe { $0.moment() }
    watch.atDropOff = maybe { Fix(location: $0.coordinate(), at: $0.moment()) }
    watch.toldAt = maybe { $0.moment() }
    return watch
  }
}
