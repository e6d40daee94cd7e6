import JSON
import Rides

/// The wire form of a point: the members `latitude` and `longitude`.
enum CoordinateCoding {
  static func write(_ coordinate: Coordinate, into writer: inout JSONWriter) {
    writer.member("latitude", coordinate.latitude)
    writer.member("longitude", coordinate.longitude)
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Coordinate {
    let latitude = try degrees("latitude", in: -90...90, of: fields)
    let longitude = try degrees("longitude", in: -180...180, of: fields)
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw JSONFault(.outOfRange, path: fields.path, "expected a point on the earth")
    }
    return coordinate
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
}

/// The wire form of a vehicle's location, with the course, the time and the accuracy that belong to
/// it.
enum PositionCoding {
  /// The member `location`; without a location there is none.
  static func write(
    _ location: Coordinate?, course: Double?, at time: Instant?, within metres: Double?,
    into writer: inout JSONWriter
  ) {
    guard let location else { return }
    writer.key("location")
    writer.beginObject()
    CoordinateCoding.write(location, into: &writer)
    writer.member("course", course)
    writer.member("accuracyMetres", metres)
    writer.member("timestamp", time)
    writer.endObject()
  }

  /// When something was at a location.
  static func timestamp(of location: JSONFields) throws(JSONFault) -> Instant? {
    try location.instant("timestamp")
  }

  /// How far something may be from its location, in meters; negative is unknown, as in Core
  /// Location.
  static func accuracy(of location: JSONFields) throws(JSONFault) -> Double? {
    try location.number("accuracyMetres").flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Degrees clockwise from north, 0 ..< 360; negative is unknown, as in Core Location.
  static func course(of location: JSONFields) throws(JSONFault) -> Double? {
    guard let course = try location.number("course"), course >= 0 else { return nil }
    guard 0..<360 ~= course else {
      throw JSONFault(
        .outOfRange, path: location.path(to: "course"),
        "expected degrees below 360, got \(course)")
    }
    return course
  }
}
