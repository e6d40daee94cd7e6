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
  /// The distance that the base includes, at the rate of the first band.
  package var includedMetres: Double
  /// The time that the base includes.
  package var includedSeconds: Double
  /// Nil where distance and time are each rounded once to the nearest amount of money.
  package var steps: FareSteps?
  /// How the sum of distance and time is rounded, where there are no steps.
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
