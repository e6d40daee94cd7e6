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
  /// What counts for the keys that are left out; nil where they may not be.
  let otherwise: RateCard?

  /// What a meter counts, from the keys of a tariff or a period.
  var rates: RateCard {
    let included = fields("included").ifPresent?.included
    return RateCard(
      bands: bands, time: time,
      includedMetres: included?.metres ?? otherwise?.includedMetres ?? 0,
      includedSeconds: included?.seconds ?? otherwise?.includedSeconds ?? 0,
      steps: fields("steps").ifPresent.map(\.steps) ?? otherwise?.steps,
      rounding: fields("rounding").ifPresent?.rounding(currency) ?? otherwise?.rounding)
  }

  private var bands: [DistanceBand] {
    let keys = ["perMile", "perKilometre", "distance"].filter { !fields($0).isAbsent }
    guard let key = keys.first else {
      if let otherwise { return otherwise.bands }
      let zero = Rate(microUnits: 0, currency: currency)
      return fields("perMile").wrong(
        expected: "perMile, perKilometre or distance",
        standIn: [DistanceBand(fromMetres: 0, rate: .perMile(zero))])
    }
    for other in keys.dropFirst() {
      fields(other).report("expected either \(key) or \(other), came both")
    }
    switch key {
    case "perMile":
      return [DistanceBand(fromMetres: 0, rate: .perMile(fields(key).rate(currency)))]
    case "perKilometre":
      return [DistanceBand(fromMetres: 0, rate: .perKilometre(fields(key).rate(currency)))]
    default: return fields(key).array.map { $0.band(currency) }
    }
  }

  private var time: TimeRate {
    let zero = TimeRate(rate: Rate(microUnits: 0, currency: currency))
    switch (fields("perMinute").ifPresent, fields("time").ifPresent) {
    case (let minute?, nil): return TimeRate(rate: minute.rate(currency))
    case (nil, let time?): return time.timeRate(currency)
    case (nil, nil):
      return otherwise?.time
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
    let fields = fields(["hours", "counts"] + Self.occasionKeys + RateReader.keys)
    let currency = context.currency
    let occasion = occasion(fields, context)
    if occasion == .anywhere, fields("hours").isAbsent {
      fields("hours").report("expected hours or zones; without them it would hold always")
    }
    return TariffPeriod(
      hours: fields("hours").ifPresent.map(context.hours.hours),
      counts: fields("counts").ifPresent?.choice(TariffPeriod.Moment.self, standIn: .pickup)
        ?? .pickup, occasion: occasion,
      base: fields("base").ifPresent?.money(currency) ?? own.base,
      rates: RateReader(fields: fields, currency: currency, otherwise: own.rates).rates,
      minimumFare: fields("minimumFare").ifPresent?.money(currency) ?? own.minimumFare,
      maximumFare: fields("maximumFare").ifPresent?.money(currency) ?? own.maximumFare)
  }

  fileprivate func band(_ currency: Currency) -> DistanceBand {
    let fields = fields("from", "amount", "per", "perSeconds")
    return DistanceBand(
      fromMetres: fields("from").ifPresent?.length ?? 0,
      rate: DistanceRate(
        fields("amount").rate(currency), metresPerUnit: fields("per").length),
      secondsPerUnit: fields("perSeconds").ifPresent?.number)
  }

  fileprivate func timeRate(_ currency: Currency) -> TimeRate {
    let fields = fields("amount", "perSeconds", "onlyWhenSlow", "freeSecondsPerStop")
    return TimeRate(
      rate: fields("amount").rate(currency), secondsPerUnit: fields("perSeconds").number,
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
