import JSON
import Rides

/// Reads what a meter counts from the fields of a tariff or of one of its periods.
struct RateReader {
  /// The keys of prices.
  static let keys = [
    "base", "perMile", "perKilometre", "distance", "perMinute", "time", "included", "steps",
    "rounding", "minimumFare", "maximumFare",
  ]

  let fields: [String: Node]
  let currency: Currency
  /// The base of the tariff or of the period.
  let base: Money
  /// What counts for the keys that are left out; nil where they may not be.
  let otherwise: TariffPeriod?

  /// What a meter counts, from the keys of a tariff or a period.
  var rates: RateCard {
    let included = fields("included").ifPresent?.included
    let own = otherwise?.rates
    let bands = bands
    return RateCard(
      bands: bands.byDistance, fareBands: bands.byFare, time: time,
      includedMetres: included?.metres ?? own?.includedMetres ?? 0,
      includedSeconds: included?.seconds ?? own?.includedSeconds ?? 0,
      steps: fields("steps").ifPresent.map(\.steps) ?? own?.steps,
      rounding: fields("rounding").ifPresent?.rounding(currency) ?? own?.rounding)
  }

  /// The bands by distance and those by fare, which the tariff has at the same fares as a period,
  /// whatever the base is.
  private var bands: (byDistance: [DistanceBand], byFare: [FareBand]) {
    let keys = ["distance", "perMile", "perKilometre"].filter { !fields($0).isAbsent }
    guard let key = keys.first else {
      if let otherwise {
        let less = otherwise.base.minorUnits - base.minorUnits
        return (otherwise.rates.bands, otherwise.rates.fareBands.map { $0.beginning(less) })
      }
      let zero = Rate(microUnits: 0, currency: currency)
      let standIn = DistanceBand(fromMetres: 0, rate: .perMile(zero))
      return fields("perMile").wrong(
        expected: "perMile, perKilometre or distance", standIn: ([standIn], []))
    }
    for other in keys.dropFirst() {
      fields(other).report("expected either \(key) or \(other), came both")
    }
    switch key {
    case "perMile":
      return ([DistanceBand(fromMetres: 0, rate: .perMile(fields(key).rate(currency)))], [])
    case "perKilometre":
      return ([DistanceBand(fromMetres: 0, rate: .perKilometre(fields(key).rate(currency)))], [])
    default:
      let bands = fields(key).array.map { $0.band(currency) }
      return (
        bands.filter { $0.fromFare == nil }.map(\.band),
        bands.compactMap { $0.band.beginning($0.fromFare, base) }
      )
    }
  }

  private var time: TimeRate {
    let zero = TimeRate(rate: Rate(microUnits: 0, currency: currency))
    switch (fields("perMinute").ifPresent, fields("time").ifPresent) {
    case (let minute?, nil): return TimeRate(rate: minute.rate(currency))
    case (nil, let time?): return time.timeRate(currency)
    case (nil, nil):
      return otherwise?.rates.time
        ?? fields("perMinute").wrong(expected: "perMinute or time", standIn: zero)
    case (_?, let time?):
      time.report("expected either perMinute or time, came both")
      return zero
    }
  }
}

extension Node {
  /// The prices of certain hours and places; those that it leaves out are the tariff's.
  func period(_ context: AreaContext, otherwise own: TariffPeriod) -> TariffPeriod {
    let fields = fields(
      ["counts", "inZones", "fromPartySize"] + Self.conditionKeys + RateReader.keys)
    let currency = context.currency
    let conditions = conditions(fields, context)
    if conditions == TripConditions(),
      ["fromPartySize", "hours", "inZones"].allSatisfy({ fields($0).isAbsent })
    {
      fields("hours").report(
        "expected hours, zones, a length or fromPartySize; without them it would hold always")
    }
    let base = fields("base").ifPresent?.money(currency) ?? own.base
    let minimum = fields("minimumFare").ifPresent?.minimumFare(currency)
    var period = TariffPeriod(
      hours: nil,
      counts: fields("counts").ifPresent?.choice(TariffPeriod.Moment.self, standIn: .pickup)
        ?? .pickup,
      base: base,
      rates: RateReader(fields: fields, currency: currency, base: base, otherwise: own).rates,
      minimumFare: minimum?.amount ?? own.minimumFare,
      minimumCover: minimum?.cover ?? own.minimumCover,
      maximumFare: fields("maximumFare").ifPresent?.money(currency) ?? own.maximumFare)
    period.conditions = conditions
    if let zones = fields("inZones").ifPresent {
      let regions = zones.regions(among: context.zones)
      if case .array = zones.value, regions.isEmpty { zones.report("expected one zone at least") }
      period.inZones = regions.isEmpty ? [Node.standIn] : regions
    }
    return period
  }

  /// `"8.00"`, or `{ "amount": "8.00", "includes": "charges" }`.
  func minimumFare(_ currency: Currency) -> (amount: Money, cover: MinimumCover) {
    guard case .object = value else { return (money(currency), .fare) }
    let fields = fields("amount", "includes")
    return (
      fields("amount").money(currency),
      fields("includes").choice(MinimumCover.self, standIn: .charges)
    )
  }

  /// A band by distance, or with the fare from which on it counts.
  fileprivate func band(_ currency: Currency) -> (band: DistanceBand, fromFare: Money?) {
    let fields = fields("from", "amount", "per", "perSeconds")
    let from = fields("from").ifPresent
    let fare = from?.value?["fare"].map { _ in from?.fields("fare")("fare").money(currency) }
    let band = DistanceBand(
      fromMetres: fare == nil ? from?.length ?? 0 : 0,
      rate: DistanceRate(
        fields("amount").rate(currency), metresPerUnit: fields("per").length),
      secondsPerUnit: fields("perSeconds").ifPresent?.quantity)
    return (band, fare ?? nil)
  }

  fileprivate func timeRate(_ currency: Currency) -> TimeRate {
    let fields = fields("amount", "perSeconds", "onlyWhenSlow", "freeSecondsPerStop")
    return TimeRate(
      rate: fields("amount").rate(currency), secondsPerUnit: fields("perSeconds").quantity,
      onlyWhenSlow: fields("onlyWhenSlow").ifPresent?.boolean ?? false,
      freeSecondsPerStop: fields("freeSecondsPerStop").ifPresent?.number ?? 0)
  }

  fileprivate var included: (metres: Double, seconds: Double) {
    let fields = fields("metres", "kilometres", "miles", "seconds")
    let hasLength = ["metres", "kilometres", "miles"].contains { !fields($0).isAbsent }
    if !hasLength, fields("seconds").isAbsent { report("expected a length, seconds or both") }
    return (
      hasLength ? length(of: fields) : 0, fields("seconds").ifPresent?.number ?? 0
    )
  }

  /// `{ "metres": 105 }`, `{ "kilometres": 1 }` or `{ "miles": "1/5" }`, in metres.
  var length: Double { length(of: fields("metres", "kilometres", "miles")) }

  private func length(of fields: [String: Node]) -> Double {
    let units = ["metres": 1, "kilometres": 1_000, "miles": DistanceRate.metresPerMile]
    let given = units.keys.sorted().filter { !fields($0).isAbsent }
    guard given.count == 1, let unit = given.first, let metres = units[unit] else {
      report("expected one of metres, kilometres and miles")
      return 1
    }
    return metres * fields(unit).quantity
  }

  /// A number, or a fraction in a string, such as `"1/9"`.
  private var quantity: Double {
    guard case .string(let text) = value else { return number }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let over = parts[0], let under = parts[1], over >= 0, under > 0 else {
      return wrong(expected: "a number, or a fraction such as \"1/9\"", standIn: 1)
    }
    return Double(over) / Double(under)
  }

  func rounding(_ currency: Currency) -> FareRounding {
    let fields = fields("step", "direction")
    return FareRounding(
      step: fields("step").money(currency),
      direction: fields("direction").choice(FareRounding.Direction.self, standIn: .nearest))
  }

  /// `"started"`, or an object with `distance`, `time` and `shared`.
  fileprivate var steps: FareSteps {
    guard case .object = value else {
      let rounding = choice(FareSteps.Rounding.self, standIn: .started)
      return FareSteps(distance: rounding, time: rounding, areShared: true)
    }
    let fields = fields("distance", "time", "shared")
    let steps = FareSteps(
      distance: fields("distance").choice(FareSteps.Rounding.self, standIn: .started),
      time: fields("time").choice(FareSteps.Rounding.self, standIn: .started),
      areShared: fields("shared").ifPresent?.boolean ?? false)
    if steps.areShared, steps.distance != steps.time {
      fields("shared").report("expected one rule of distance and time, which add up to a step")
    }
    return steps
  }
}

extension DistanceBand {
  /// The same from a fare on, of which the base is a part; nil without one.
  fileprivate func beginning(_ fare: Money?, _ base: Money) -> FareBand? {
    fare.map { fare in
      FareBand(fromAmount: fare, rate: rate, secondsPerUnit: secondsPerUnit)
        .beginning(-base.minorUnits)
    }
  }
}

extension FareBand {
  /// The same so much later.
  fileprivate func beginning(_ later: Int64) -> FareBand {
    var band = self
    band.fromAmount = Money(
      minorUnits: fromAmount.minorUnits + later, currency: fromAmount.currency)
    return band
  }
}
