/// What a meter counts: the price of distance and time.
///
/// A plain tariff has one band, and a time that always counts; each of both is rounded once. With
/// `steps` the meter counts in steps of money, as ordinances have it ("0.20 for each 105 m or part
/// of it").
package struct RateCard: Hashable, Sendable {
  /// From the start of the trip on, ascending; the first begins at 0.
  package var bands: [DistanceBand]
  /// What counts in the place of the only band as soon as the fare has reached amounts, ascending.
  package var fareBands: [FareBand]
  package var time: TimeRate
  /// The distance that the base includes, by its bands.
  package var includedMetres: Double
  /// The time that the base includes.
  package var includedSeconds: Double
  /// Nil where distance and time are each rounded once to the nearest amount of money.
  package var steps: FareSteps?
  /// How the sum of distance and time, or that of their steps, is rounded.
  package var rounding: FareRounding?

  package init(
    bands: [DistanceBand], fareBands: [FareBand] = [], time: TimeRate, includedMetres: Double = 0,
    includedSeconds: Double = 0, steps: FareSteps? = nil, rounding: FareRounding? = nil
  ) {
    self.rounding = rounding
    self.bands = bands
    self.fareBands = fareBands
    self.time = time
    self.includedMetres = includedMetres
    self.includedSeconds = includedSeconds
    self.steps = steps
  }

  /// One rate for any distance, and one for all the time.
  package init(distance: DistanceRate, perMinute: Rate) {
    self.init(
      bands: [DistanceBand(fromMetres: 0, rate: distance)], time: TimeRate(rate: perMinute))
  }

  /// Whether all distance and all time count at one rate each, as in most lists.
  var isProportional: Bool {
    bands.count == 1 && fareBands.isEmpty && steps == nil && rounding == nil && !time.onlyWhenSlow
      && time.freeSecondsPerStop == 0
      && includedMetres == 0 && includedSeconds == 0
  }

  /// Whether distance and time use up together what the base includes.
  package var sharesIncluded: Bool {
    steps?.areShared ?? (rounding != nil || !fareBands.isEmpty)
  }

  /// Nil where more than two rates make a price.
  var proportionalRates: ProportionalRates? {
    isProportional ? ProportionalRates(distance: bands[0].rate, time: time) : nil
  }

  /// Whether it is one rate a mile or a kilometre and one a minute, without more.
  package var isPlain: Bool {
    guard isProportional, bands[0].secondsPerUnit == nil else { return false }
    return [DistanceRate.metresPerMile, 1_000].contains(bands[0].rate.metresPerUnit)
      && time.secondsPerUnit == 60
  }

  /// Whether it counts distance or time at all.
  var hasRates: Bool {
    time.rate.microUnits > 0
      || (bands.map(\.rate) + fareBands.map(\.rate)).contains { $0.rate.microUnits > 0 }
  }
}

/// The price of distance from a distance of the trip on.
package struct DistanceBand: Hashable, Sendable {
  package var fromMetres: Double
  package var rate: DistanceRate
  /// The seconds of a unit of time from there on; nil is as before.
  package var secondsPerUnit: Double?

  package init(fromMetres: Double, rate: DistanceRate, secondsPerUnit: Double? = nil) {
    self.fromMetres = fromMetres
    self.rate = rate
    self.secondsPerUnit = secondsPerUnit
  }
}

/// The rates of a card by which all distance and all time count, as in most lists.
struct ProportionalRates {
  let distance: DistanceRate
  let time: TimeRate

  func amounts(for route: Route) throws(MoneyError) -> (distance: Money, time: Money) {
    (
      try distance.rate.amount(for: route.metres / distance.metresPerUnit),
      try time.rate.amount(for: route.seconds / time.secondsPerUnit)
    )
  }
}

/// The price of distance and time from a fare on.
package struct FareBand: Hashable, Sendable {
  /// What distance and time have come to then, without the base.
  package var fromAmount: Money
  /// Where parts of both share a step it is also the price of a unit of time.
  package var rate: DistanceRate
  /// The seconds of a unit of time from there on; nil is as in the beginning.
  package var secondsPerUnit: Double?

  package init(fromAmount: Money, rate: DistanceRate, secondsPerUnit: Double? = nil) {
    self.fromAmount = fromAmount
    self.rate = rate
    self.secondsPerUnit = secondsPerUnit
  }
}

/// The price of a unit of distance, in the unit in which the operator states it.
package struct DistanceRate: Hashable, Sendable {
  /// The price of one unit.
  package var rate: Rate
  package var metresPerUnit: Double

  package init(_ rate: Rate, metresPerUnit: Double) {
    self.rate = rate
    self.metresPerUnit = metresPerUnit
  }

  /// The international mile.
  package static let metresPerMile = 1_609.344

  /// A price a mile.
  package static func perMile(_ rate: Rate) -> Self { Self(rate, metresPerUnit: metresPerMile) }

  /// A price a kilometre.
  package static func perKilometre(_ rate: Rate) -> Self { Self(rate, metresPerUnit: 1_000) }
}

/// The price of a unit of time.
package struct TimeRate: Hashable, Sendable {
  /// The price of one unit.
  package var rate: Rate
  package var secondsPerUnit: Double
  /// Whether only time counts in which the vehicle stands or is slow (`Route.slowSeconds`), as in a
  /// taximeter below its crossover; the metres of a route are then those beyond it.
  package var onlyWhenSlow: Bool
  /// The seconds of each standing that are free.
  package var freeSecondsPerStop: Double

  package init(
    rate: Rate, secondsPerUnit: Double = 60, onlyWhenSlow: Bool = false,
    freeSecondsPerStop: Double = 0
  ) {
    self.rate = rate
    self.secondsPerUnit = secondsPerUnit
    self.onlyWhenSlow = onlyWhenSlow
    self.freeSecondsPerStop = freeSecondsPerStop
  }
}

/// The steps of money in which a meter counts.
package struct FareSteps: Hashable, Sendable {
  /// How what is between two steps counts.
  package enum Rounding: String, Hashable, Sendable, CaseIterable {
    /// A step counts when it is started.
    case started
    /// A step counts when it is complete.
    case completed
  }

  package var distance: Rounding
  package var time: Rounding
  /// Whether parts of a step of distance and of time add up to one step, as in a taximeter.
  package var areShared: Bool

  package init(distance: Rounding, time: Rounding, areShared: Bool) {
    self.distance = distance
    self.time = time
    self.areShared = areShared
  }
}

/// How the sum of distance and time becomes an amount of money.
package struct FareRounding: Hashable, Sendable {
  /// Which multiple of the step it becomes.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The nearest one, of two the one away from zero.
    case nearest
    case up, down
  }

  /// More than nothing.
  package var step: Money
  package var direction: Direction

  package init(step: Money, direction: Direction) {
    self.step = step
    self.direction = direction
  }
}

extension CatalogueInspection {
  /// Bands begin at 0 and ascend, and steps are whole amounts of money, the same in all bands.
  mutating func inspect(_ rates: RateCard, _ area: ServiceArea, _ path: String) {
    let bandsPath = "\(path).distance"
    for (index, band) in rates.bands.enumerated() {
      let bandPath = rates.isPlain ? rates.bands[0].rate.key(below: path) : "\(bandsPath)[\(index)]"
      inspect(rate: band.rate.rate, area, rates.isPlain ? bandPath : "\(bandPath).amount")
      check(
        (0.001...1e6).contains(band.rate.metresPerUnit), "\(bandPath).per",
        "expected a millimetre to 1000 km")
      let previous = index == 0 ? nil : rates.bands[index - 1].fromMetres
      check(
        previous.map { $0 < band.fromMetres } ?? (band.fromMetres == 0), "\(bandPath).from",
        index == 0
          ? "expected the first band to begin at 0, without \"from\""
          : "expected a \"from\" beyond that of the band before, so that no two bands overlap")
      if let seconds = band.secondsPerUnit { inspect(unit: seconds, "\(bandPath).perSeconds") }
    }
    check(!rates.bands.isEmpty, bandsPath, "expected at least one band, the first without \"from\"")
    inspect(fareBandsOf: rates, area, path)
    inspect(
      rate: rates.time.rate, area, rates.isPlain ? "\(path).perMinute" : "\(path).time.amount")
    inspect(unit: rates.time.secondsPerUnit, "\(path).time.perSeconds")
    check(
      (0...3_600).contains(rates.time.freeSecondsPerStop), "\(path).time.freeSecondsPerStop",
      "expected 0 to 3600")
    check(
      rates.includedMetres >= 0 && rates.includedSeconds >= 0, "\(path).included",
      "expected nothing negative")
    check(
      !rates.sharesIncluded || rates.includedMetres <= 0 || rates.includedSeconds <= 0,
      "\(path).included",
      "expected a length or seconds: distance and time add up here, so that each uses up the other")
    if let steps = rates.steps { inspect(steps, of: rates, path) }
    if let rounding = rates.rounding { inspect(rounding, area, "\(path).rounding") }
  }

  private mutating func inspect(fareBandsOf rates: RateCard, _ area: ServiceArea, _ path: String) {
    guard !rates.fareBands.isEmpty else { return }
    check(
      rates.bands.count <= 1, "\(path).distance",
      "expected bands from distances or from fares, not both")
    check(
      rates.steps?.areShared ?? true, "\(path).steps",
      "expected steps that distance and time share beside bands from fares")
    var reached: Int64 = 0
    for (index, band) in rates.fareBands.enumerated() {
      let bandPath = "\(path).distance[\(index + 1)]"
      inspect(rate: band.rate.rate, area, "\(bandPath).amount")
      check(
        (0.001...1e6).contains(band.rate.metresPerUnit), "\(bandPath).per",
        "expected a millimetre to 1000 km")
      check(
        band.fromAmount.minorUnits > reached, "\(bandPath).from",
        "expected more than \(index == 0 ? "the base" : "the band before")")
      reached = band.fromAmount.minorUnits
      if let seconds = band.secondsPerUnit { inspect(unit: seconds, "\(bandPath).perSeconds") }
    }
  }

  mutating func inspect(_ rounding: FareRounding, _ area: ServiceArea, _ path: String) {
    inspect(amount: rounding.step, area, "\(path).step")
    check(rounding.step.minorUnits > 0, "\(path).step", "expected more than nothing")
  }

  private mutating func inspect(_ steps: FareSteps, of rates: RateCard, _ path: String) {
    for (index, band) in rates.bands.enumerated() {
      check(
        band.rate.rate == rates.bands[0].rate.rate, "\(path).distance[\(index)].amount",
        "expected the same amount in all bands, as it is the step")
    }
    let distance = rates.bands.first?.rate.rate
    check(
      !steps.areShared || distance == rates.time.rate || rates.time.rate.microUnits == 0,
      "\(path).time.amount", "expected the amount of the distance, as they share the step")
    let amounts =
      [distance, rates.time.rate].compactMap(\.self) + rates.fareBands.map(\.rate.rate)
    check(
      amounts.allSatisfy { rate in
        (try? rate.micros(of: 1)).map { Money.isWhole(micros: $0, rate.currency) } ?? false
      }, "\(path).steps", "expected amounts of whole minor units of money")
  }

  private mutating func inspect(unit seconds: Double, _ path: String) {
    check((0.001...86_400).contains(seconds), path, "expected 0.001 to 86400 seconds")
  }
}

extension DistanceRate {
  /// The key of a plain rate in a catalogue.
  fileprivate func key(below path: String) -> String {
    metresPerUnit == Self.metresPerMile ? "\(path).perMile" : "\(path).perKilometre"
  }
}
