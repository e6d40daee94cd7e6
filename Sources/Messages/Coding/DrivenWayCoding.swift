import JSON
package import Rides

/// The stored form of the way that a vehicle has driven, in JSON.
package enum DrivenWayCoding {
  /// The way as a text.
  package static func encode(_ way: DrivenWay) -> String {
    var writer = JSONWriter(capacity: 512)
    write(way, into: &writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  /// Reads the output of `encode`; nil for anything else, as a later build may write it.
  package static func decode(_ text: String) -> DrivenWay? {
    try? read(JSONFields(parsing: Array(text.utf8), limits: .stored))
  }

  static func write(_ way: DrivenWay, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("rideIdentifier", way.ride.rawValue)
    writer.member("circuity", way.circuity)
    if way.freeSecondsPerStop > 0 { writer.member("freeSecondsPerStop", way.freeSecondsPerStop) }
    writer.member("sections", each: way.sections, by: write)
    writer.member("later", each: way.later, by: write)
    writer.member("zones", each: way.zones, by: ZoneCoding.write)
    writer.member("places", each: way.places, by: write)
    if way.place > 0 { writer.member("place", way.place) }
    writer.member("positions", way.positions)
    writer.member("metresByPosition", way.metresByPosition)
    writer.member("longestGap", way.longestGap)
    writer.member("standingSeconds", way.standingSeconds)
    writer.member("anchor", way.anchor, by: write)
    writer.member("last", way.last, by: write)
    writer.member("at", way.at)
    writer.member("odometer", way.odometer)
    writer.member("stops", each: way.stops) { stop, writer in
      writer.beginObject()
      CoordinateCoding.write(stop.place, into: &writer)
      writer.member("metres", stop.metres)
      writer.endObject()
    }
    writer.endObject()
  }

  private static func write(_ place: Coordinate, into writer: inout JSONWriter) {
    writer.beginObject()
    CoordinateCoding.write(place, into: &writer)
    writer.endObject()
  }

  private static func write(_ leg: DrivenWay.Leg, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("at", leg.at)
    writer.member("sections", each: leg.sections, by: write)
    if leg.place > 0 { writer.member("place", leg.place) }
    writer.endObject()
  }

  private static func write(_ legs: [DrivenWay.Leg], into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("legs", each: legs, by: write)
    writer.endObject()
  }

  private static func write(_ section: DrivenWay.Section, into writer: inout JSONWriter) {
    writer.beginObject()
    for (name, value) in members(of: section) where value > 0 { writer.member(name, value) }
    writer.endObject()
  }

  private static func members(of section: DrivenWay.Section) -> [(StaticString, Double)] {
    let worth = section.worth
    return [
      ("fromMetres", section.fromMetres), ("slowBelow", section.slowBelow),
      ("metres", section.metres), ("slowMetres", section.slowMetres),
      ("slowSeconds", section.slowSeconds), ("costPerMetre", worth?.perMetre ?? 0),
      ("costPerSecond", worth?.perSecond ?? 0), ("costLimit", worth?.limit ?? 0),
    ]
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> DrivenWay {
    var way = DrivenWay(
      ride: RideIdentifier(try fields.requiredStoredText("rideIdentifier")),
      circuity: try amount("circuity", of: fields),
      freeSecondsPerStop: try amount("freeSecondsPerStop", of: fields),
      sections: try sections(of: fields),
      later: try fields.array("later", leg) ?? [],
      from: try CoordinateCoding.read(try fields.requiredObject("anchor")),
      at: try fields.requiredInstant("at"))
    way.zones = try ZoneCoding.read("zones", of: fields)
    way.places = try fields.array("places", legs) ?? []
    way.place = try fields.count("place") ?? 0
    way.positions = try fields.requiredCount("positions")
    way.metresByPosition = try amount("metresByPosition", of: fields)
    way.longestGap = try amount("longestGap", of: fields)
    way.standingSeconds = try amount("standingSeconds", of: fields)
    way.last = try CoordinateCoding.read(try fields.requiredObject("last"))
    way.odometer = try fields.number("odometer")
    way.stops = try fields.objects("stops") { (fields) throws(JSONFault) in
      DrivenWay.Stop(
        place: try CoordinateCoding.read(fields), metres: try amount("metres", of: fields))
    }
    return way
  }

  private static func sections(
    of fields: JSONFields
  ) throws(JSONFault) -> [DrivenWay.Section] {
    let sections = try fields.require("sections", try fields.array("sections", section))
    guard !sections.isEmpty else { throw fields.missing("sections") }
    return sections
  }

  private static func leg(_ elements: inout JSONElements) throws(JSONFault) -> DrivenWay.Leg {
    let fields = try elements.object()
    return DrivenWay.Leg(
      at: try fields.requiredInstant("at"), sections: try sections(of: fields),
      place: try fields.count("place") ?? 0)
  }

  private static func legs(_ elements: inout JSONElements) throws(JSONFault) -> [DrivenWay.Leg] {
    let fields = try elements.object()
    let legs = try fields.require("legs", try fields.array("legs", leg))
    guard !legs.isEmpty else { throw fields.missing("legs") }
    return legs
  }

  private static func section(
    _ elements: inout JSONElements
  ) throws(JSONFault) -> DrivenWay.Section {
    let fields = try elements.object()
    return DrivenWay.Section(
      fromMetres: try amount("fromMetres", of: fields),
      slowBelow: try amount("slowBelow", of: fields), metres: try amount("metres", of: fields),
      slowMetres: try amount("slowMetres", of: fields),
      slowSeconds: try amount("slowSeconds", of: fields), worth: try worth(of: fields))
  }

  private static func worth(of fields: JSONFields) throws(JSONFault) -> DrivenWay.Worth? {
    guard let limit = try fields.number("costLimit") else { return nil }
    return DrivenWay.Worth(
      perMetre: try fields.number("costPerMetre") ?? 0,
      perSecond: try fields.number("costPerSecond") ?? 0, limit: limit)
  }

  /// Metres or seconds, as a ride can have; 0 where they are left out.
  private static func amount(_ name: String, of fields: JSONFields) throws(JSONFault) -> Double {
    let value = try fields.number(name) ?? 0
    guard 0...1e9 ~= value else {
      throw JSONFault(.outOfRange, path: fields.path(to: name), "expected 0 to 10^9, got \(value)")
    }
    return value
  }
}
