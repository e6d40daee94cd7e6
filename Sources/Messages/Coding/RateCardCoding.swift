import JSON
import Rides

/// The stored form of what a meter counts: a plain rate card as its two rates, any other one with
/// its bands.
enum RateCardCoding {
  /// `between` writes what stands between distance and time.
  static func write(
    _ rates: RateCard, into writer: inout JSONWriter, between: (inout JSONWriter) -> Void
  ) {
    let rate = rates.bands[0].rate
    if rates.isPlain {
      if rate.metresPerUnit == DistanceRate.metresPerMile {
        writer.member("perMile", rate.rate)
      } else {
        writer.member("perKilometre", rate.rate)
      }
      between(&writer)
      writer.member("perMinute", rates.time.rate)
      return
    }
    writer.key("bands")
    writer.array(rates.bands, write)
    writer.member("fareBands", each: rates.fareBands, by: write)
    between(&writer)
    writer.member("time", rates.time, by: write)
    writer.member("includedMetres", rates.includedMetres)
    writer.member("includedSeconds", rates.includedSeconds)
    writer.member("steps", rates.steps, by: write)
    writer.member("rounding", rates.rounding, by: write)
  }

  private static func write(_ band: DistanceBand, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("fromMetres", band.fromMetres)
    writer.member("rate", band.rate.rate)
    writer.member("metresPerUnit", band.rate.metresPerUnit)
    if let seconds = band.secondsPerUnit { writer.member("secondsPerUnit", seconds) }
    writer.endObject()
  }

  private static func write(_ band: FareBand, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("fromAmount", Int64(band.fromAmount.minorUnits))
    writer.member("rate", band.rate.rate)
    writer.member("metresPerUnit", band.rate.metresPerUnit)
    if let seconds = band.secondsPerUnit { writer.member("secondsPerUnit", seconds) }
    writer.endObject()
  }

  private static func write(_ time: TimeRate, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("rate", time.rate)
    writer.member("secondsPerUnit", time.secondsPerUnit)
    if time.onlyWhenSlow { writer.member("onlyWhenSlow", true) }
    if time.freeSecondsPerStop != 0 {
      writer.member("freeSecondsPerStop", time.freeSecondsPerStop)
    }
    writer.endObject()
  }

  private static func write(_ steps: FareSteps, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("distance", steps.distance.rawValue)
    writer.member("time", steps.time.rawValue)
    if steps.areShared { writer.member("areShared", true) }
    writer.endObject()
  }

  static func write(_ rounding: FareRounding, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("step", Int64(rounding.step.minorUnits))
    writer.member("direction", rounding.direction.rawValue)
    writer.endObject()
  }

  static func read(_ fields: JSONFields, currency: Currency) throws(JSONFault) -> RateCard {
    if let perMinute = try fields.rate("perMinute", currency) {
      let distance: DistanceRate =
        if let perKilometre = try fields.rate("perKilometre", currency) {
          .perKilometre(perKilometre)
        } else {
          .perMile(try fields.require("perMile", try fields.rate("perMile", currency)))
        }
      return RateCard(distance: distance, perMinute: perMinute)
    }
    let band = { (elements: inout JSONElements) throws(JSONFault) in
      try self.band(try elements.object(), currency)
    }
    let fareBand = { (elements: inout JSONElements) throws(JSONFault) in
      try self.fareBand(try elements.object(), currency)
    }
    let bands = try fields.require("bands", try fields.array("bands", band))
    guard !bands.isEmpty else {
      throw JSONFault(.outOfRange, path: fields.path(to: "bands"), "expected at least one band")
    }
    return RateCard(
      bands: bands, fareBands: try fields.array("fareBands", fareBand) ?? [],
      time: try time(try fields.requiredObject("time"), currency),
      includedMetres: try fields.number("includedMetres") ?? 0,
      includedSeconds: try fields.number("includedSeconds") ?? 0,
      steps: try fields.object("steps").map(steps),
      rounding: try rounding(of: fields, currency: currency))
  }

  /// The object `rounding` among the fields; nil where there is none.
  static func rounding(
    of fields: JSONFields, currency: Currency
  ) throws(JSONFault) -> FareRounding? {
    try fields.object("rounding").map { rounding throws(JSONFault) in
      FareRounding(
        step: Money(
          minorUnits: try rounding.require("step", try rounding.integer("step")),
          currency: currency),
        direction: try rounding.requiredWord("direction", of: FareRounding.Direction.self))
    }
  }

  private static func band(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> DistanceBand {
    DistanceBand(
      fromMetres: try fields.require("fromMetres", try fields.number("fromMetres")),
      rate: try distance(of: fields, currency),
      secondsPerUnit: try fields.number("secondsPerUnit"))
  }

  private static func fareBand(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> FareBand {
    FareBand(
      fromAmount: Money(
        minorUnits: try fields.require("fromAmount", try fields.integer("fromAmount")),
        currency: currency),
      rate: try distance(of: fields, currency),
      secondsPerUnit: try fields.number("secondsPerUnit"))
  }

  private static func distance(
    of fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> DistanceRate {
    DistanceRate(
      try fields.require("rate", try fields.rate("rate", currency)),
      metresPerUnit: try fields.require("metresPerUnit", try fields.number("metresPerUnit")))
  }

  private static func time(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> TimeRate {
    TimeRate(
      rate: try fields.require("rate", try fields.rate("rate", currency)),
      secondsPerUnit: try fields.require("secondsPerUnit", try fields.number("secondsPerUnit")),
      onlyWhenSlow: try fields.bool("onlyWhenSlow") ?? false,
      freeSecondsPerStop: try fields.number("freeSecondsPerStop") ?? 0)
  }

  private static func steps(_ fields: JSONFields) throws(JSONFault) -> FareSteps {
    FareSteps(
      distance: try fields.requiredWord("distance", of: FareSteps.Rounding.self),
      time: try fields.requiredWord("time", of: FareSteps.Rounding.self),
      areShared: try fields.bool("areShared") ?? false)
  }
}
