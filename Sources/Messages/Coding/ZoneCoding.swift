import JSON
import Rides

/// The stored form of a list of zones: the rings of each polygon of each, the outer one first, as
/// latitudes and longitudes in turns.
enum ZoneCoding {
  static func write(_ zones: [Region], into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zones", each: zones, by: write)
    writer.endObject()
  }

  private static func write(_ zone: Region, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("polygons", each: zone.polygons) { polygon, writer in
      writer.beginObject()
      writer.member("rings", each: [polygon.outer] + polygon.holes, by: write)
      writer.endObject()
    }
    writer.endObject()
  }

  private static func write(_ ring: [Coordinate], into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("degrees", each: ring.flatMap { [$0.latitude, $0.longitude] }) { $1.double($0) }
    writer.endObject()
  }

  /// The lists of zones in a member; none where it is left out.
  static func read(_ name: String, of fields: JSONFields) throws(JSONFault) -> [[Region]] {
    try fields.array(name) { (elements) throws(JSONFault) in
      try elements.object().array("zones", zone) ?? []
    } ?? []
  }

  private static func zone(_ elements: inout JSONElements) throws(JSONFault) -> Region {
    let fields = try elements.object()
    let polygons = try fields.array("polygons") { (elements) throws(JSONFault) in
      let fields = try elements.object()
      let rings = try fields.array("rings", ring) ?? []
      guard let outer = rings.first,
        let polygon = Polygon(outer: outer, holes: Array(rings.dropFirst()))
      else { throw fields.missing("rings") }
      return polygon
    }
    guard let zone = polygons.flatMap(Region.init) else { throw fields.missing("polygons") }
    return zone
  }

  private static func ring(_ elements: inout JSONElements) throws(JSONFault) -> [Coordinate] {
    let fields = try elements.object()
    let degrees = try fields.array("degrees") { (elements) throws(JSONFault) in
      try elements.number()
    }
    guard let degrees, degrees.count.isMultiple(of: 2) else { throw fields.missing("degrees") }
    let points = stride(from: 0, to: degrees.count, by: 2).compactMap {
      Coordinate(latitude: degrees[$0], longitude: degrees[$0 + 1])
    }
    guard points.count * 2 == degrees.count else { throw fields.missing("degrees") }
    return points
  }
}
