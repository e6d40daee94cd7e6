import JSON
import Rides

/// The stored form of the agreed fare of a ride, in the currency of the ride; rates are whole
/// millionths.
enum AgreedFareCoding {
  static func write(_ agreed: AgreedFare, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("accounts")
    writer.array(agreed.accounts) { $1.string($0.rawValue) }
    if let places = agreed.pickupCharges {
      writer.key("pickupCharges")
      writer.array(places) { $1.integer($0) }
    }
    writer.member("shares", each: agreed.shares, by: write)
    if let keys = agreed.onTop {
      writer.key("onTop")
      writer.array(keys) { $1.string($0) }
    }
    if !agreed.extraLines.isEmpty {
      writer.key("extraLines")
      writer.array(agreed.extraLines) { $1.integer($0) }
    }
    if let waiting = agreed.waiting {
      writer.key("waiting")
      writer.beginObject()
      writer.member("title", waiting.title)
      writer.member("freeMinutes", waiting.freeMinutes)
      writer.member("perMinute", waiting.perMinute)
      writer.endObject()
    }
    writer.member("meter", agreed.meter, by: write)
    if agreed.endElsewhere != .held {
      writer.member("endElsewhere", agreed.endElsewhere.rawValue)
    }
    writer.endObject()
  }

  private static func write(_ share: AgreedFare.Share, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("line", share.line)
    writer.member("basisPoints", share.share.basisPoints)
    writer.member("basis", share.share.basis.rawValue)
    writer.member("rounding", share.share.rounding, by: RateCardCoding.write)
    writer.endObject()
  }

  private static func write(_ meter: AgreedFare.Meter, into writer: inout JSONWriter) {
    writer.beginObject()
    RateCardCoding.write(meter.rates, into: &writer) {
      $0.member("distanceTitle", meter.titles.distance)
    }
    writer.member("timeTitle", meter.titles.time)
    writer.amount("minimumFare", meter.minimumFare)
    if meter.minimumCover != .fare {
      writer.member("minimumCover", meter.minimumCover.rawValue)
    }
    writer.member("minimumFareTitle", meter.titles.minimumFare)
    writer.amount("maximumFare", meter.maximumFare)
    writer.member("maximumFareTitle", meter.titles.maximumFare)
    writer.member("changes", each: meter.changes, by: write)
    writer.member("zones", each: meter.zones, by: ZoneCoding.write)
    writer.member("places", each: meter.places, by: write)
    writer.endObject()
  }

  private static func write(_ place: PlaceRates, into writer: inout JSONWriter) {
    writer.beginObject()
    RateCardCoding.write(place.rates, into: &writer) { _ in }
    writer.member("changes", each: place.changes, by: write)
    writer.endObject()
  }

  private static func write(_ change: RateChange, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("at", change.at)
    RateCardCoding.write(change.rates, into: &writer) { _ in }
    writer.endObject()
  }

  static func read(_ fields: JSONFields, currency: Currency) throws(JSONFault) -> AgreedFare {
    let account = { (elements: inout JSONElements) throws(JSONFault) in
      try elements.word(of: LedgerAccount.self)
    }
    let place = { (elements: inout JSONElements) throws(JSONFault) in
      Int(try elements.integer())
    }
    let share = { (elements: inout JSONElements) throws(JSONFault) in
      try self.share(try elements.object(), currency)
    }
    var agreed = AgreedFare(
      accounts: try fields.require("accounts", try fields.array("accounts", account)),
      pickupCharges: try fields.array("pickupCharges", place),
      extraLines: try fields.array("extraLines", place) ?? [],
      shares: try fields.array("shares", share) ?? [])
    agreed.onTop = try fields.array("onTop") { (elements) throws(JSONFault) in
      try elements.string(atMost: Int.max)
    }
    if let waiting = try fields.object("waiting") {
      agreed.waiting = AgreedFare.Waiting(
        title: try waiting.requiredStoredText("title"),
        freeMinutes: try waiting.requiredCount("freeMinutes"),
        perMinute: try waiting.require("perMinute", try waiting.rate("perMinute", currency)))
    }
    agreed.meter = try fields.object("meter").map { meter throws(JSONFault) in
      try self.meter(meter, currency)
    }
    agreed.endElsewhere =
      try fields.word("endElsewhere", of: EndElsewhere.Fare.self) ?? .held
    return agreed
  }

  private static func share(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> AgreedFare.Share {
    AgreedFare.Share(
      line: try fields.requiredCount("line"),
      share: FareShare(
        basisPoints: try fields.requiredCount("basisPoints"),
        of: try fields.requiredWord("basis", of: FareShare.Basis.self),
        rounding: try RateCardCoding.rounding(of: fields, currency: currency)))
  }

  private static func changes(
    of fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> [RateChange] {
    try fields.array("changes") { (elements) throws(JSONFault) in
      let fields = try elements.object()
      return RateChange(
        at: try fields.requiredInstant("at"),
        rates: try RateCardCoding.read(fields, currency: currency))
    } ?? []
  }

  private static func meter(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> AgreedFare.Meter {
    let place = { (elements: inout JSONElements) throws(JSONFault) in
      let fields = try elements.object()
      return PlaceRates(
        rates: try RateCardCoding.read(fields, currency: currency),
        changes: try changes(of: fields, currency))
    }
    return AgreedFare.Meter(
      rates: try RateCardCoding.read(fields, currency: currency),
      changes: try changes(of: fields, currency), zones: try ZoneCoding.read("zones", of: fields),
      places: try fields.array("places", place) ?? [],
      minimumFare: try MoneyCoding.amount("minimumFare", in: currency, of: fields),
      minimumCover: try fields.word("minimumCover", of: MinimumCover.self) ?? .fare,
      maximumFare: try MoneyCoding.amount("maximumFare", in: currency, of: fields),
      titles: AgreedFare.Meter.Titles(
        distance: try fields.requiredStoredText("distanceTitle"),
        time: try fields.requiredStoredText("timeTitle"),
        minimumFare: try fields.requiredStoredText("minimumFareTitle"),
        maximumFare: try fields.storedText("maximumFareTitle")))
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ rate: Rate) {
    key(name)
    integer(rate.microUnits)
  }
}

extension JSONFields {
  func rate(_ name: String, _ currency: Currency) throws(JSONFault) -> Rate? {
    try integer(name).map { Rate(microUnits: $0, currency: currency) }
  }
}
