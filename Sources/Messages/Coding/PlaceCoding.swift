package import JSON
package import Rides

/// The wire form of a place.
package enum PlaceCoding {
  /// Writes one object.
  package static func write(_ place: Place, into writer: inout JSONWriter) {
    writer.beginObject()
    writeCoordinate(place.coordinate, into: &writer)
    writer.member("accuracyMetres", place.accuracyMetres)
    writer.member("name", place.name)
    writer.member("addressLines", place.addressLines)
    writer.member("locality", place.locality)
    writer.member("administrativeArea", place.administrativeArea)
    writer.member("postalCode", place.postalCode)
    writer.member("isoCountryCode", place.isoCountryCode)
    writer.member("timeZone", place.timeZone)
    writer.endObject()
  }

  /// Reads one object: a coordinate in range, texts of at most 256 characters without control
  /// characters except line breaks and tabs, at most 16 address lines.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> Place {
    Place(
      coordinate: try coordinate(of: fields),
      accuracyMetres: try accuracy(of: fields),
      name: try fields.text("name", atMost: CharacterLimit.place),
      addressLines: try addressLines(of: fields),
      locality: try fields.text("locality", atMost: CharacterLimit.place),
      administrativeArea: try fields.text("administrativeArea", atMost: CharacterLimit.place),
      postalCode: try fields.text("postalCode", atMost: CharacterLimit.place),
      isoCountryCode: try fields.text("isoCountryCode", atMost: CharacterLimit.place),
      timeZone: try fields.text("timeZone", atMost: CharacterLimit.place))
  }

  /// The members `latitude` and `longitude`.
  static func writeCoordinate(_ coordinate: Coordinate, into writer: inout JSONWriter) {
    writer.member("latitude", coordinate.latitude)
    writer.member("longitude", coordinate.longitude)
  }

  static func coordinate(of fields: JSONFields) throws(JSONFault) -> Coordinate {
    let latitude = try degrees("latitude", in: -90...90, of: fields)
    let longitude = try degrees("longitude", in: -180...180, of: fields)
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw JSONFault(.outOfRange, path: fields.path, "expected a point on the earth")
    }
    return coordinate
  }

  private static func accuracy(of fields: JSONFields) throws(JSONFault) -> Double? {
    guard let metres = try fields.number("accuracyMetres") else { return nil }
    guard metres >= 0 else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "accuracyMetres"),
        "expected metres from 0 on, got \(metres)")
    }
    return metres
  }

  private static func degrees(
    _ name: String, in range: ClosedRange<Double>, of fields: JSONFields
  ) throws(JSONFault) -> Double {
    let value = try fields.require(name, try fields.number(name))
    guard range.contains(value) else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: name),
        "expected degrees from \(Int(range.lowerBound)) to \(Int(range.upperBound)), got \(value)")
    }
    return value
  }

  private static func addressLines(of fields: JSONFields) throws(JSONFault) -> [String] {
    let lines = try fields.array("addressLines") { (elements) throws(JSONFault) in
      try elements.text(atMost: CharacterLimit.place)
    }
    guard let lines, lines.count > 16 else { return lines ?? [] }
    throw JSONFault(
      .outOfRange, path: fields.path(to: "addressLines"),
      "expected at most 16 lines, got \(lines.count)")
  }
}
