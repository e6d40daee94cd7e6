import Catalogues
import Rides
import Testing

@Suite("GeoJSON in catalogue files") struct GeoJSONTests {
  private static func boundary(_ geometry: String) throws -> Region {
    let text = try CatalogueFileTests.text(boundary: geometry)
    return try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas[0].boundary
  }

  private static func mistakes(_ geometry: String) throws -> [String] {
    try CatalogueFileTests.problems(CatalogueFileTests.text(boundary: geometry)).mistakes.map {
      "\($0)"
    }
  }

  @Test("A boundary across the 180th meridian is refused with what to do, whatever its ring")
  func longEdge() throws {
    let around = "[179.75, -17], [-179.8, -17], [-179.8, -16], [179.75, -16]"
    let message =
      "serviceAreas[0].boundary: expected edges of at most 180 degrees; in ring 0 the edge from "
      + "point 0 leads from longitude 179.75 to -179.8, the long way around the earth. Draw a "
      + "MultiPolygon with one piece up to 180 and another one from -180; if that way is meant, "
      + "put a point between"
    #expect(
      try Self.mistakes(#"{"type": "Polygon", "coordinates": [[\#(around)]]}"#) == [message])
    let earth = "[-180, -80], [0, -80], [180, -80], [180, 80], [0, 80], [-180, 80]"
    #expect(
      try Self.mistakes(#"{"type": "Polygon", "coordinates": [[\#(earth)], [\#(around)]]}"#)
        .allSatisfy { $0.contains("in ring 1 the edge") })
    let closing = "[-179.8, -17], [-179.8, -16], [0, -15], [179.75, -17]"
    #expect(
      try Self.mistakes(#"{"type": "Polygon", "coordinates": [[\#(closing)]]}"#)
        .allSatisfy { $0.contains("the edge from point 3 leads from longitude 179.75") })
  }

  @Test(
    "Two pieces serve both sides of the 180th meridian, and the meridian by either longitude",
    arguments: [
      (-16.8, 179.9, true), (-16.8, -179.9, true), (-16.8, 180, true), (-16.8, -180, true),
      (-16.8, 28, false), (-18, 180, false), (-16.8, 179.7, false), (-16.8, -179.7, false),
    ])
  func fiji(latitude: Double, longitude: Double, isServed: Bool) throws {
    let fiji = """
      {"type": "MultiPolygon", "coordinates": [
        [[[179.75, -17], [180, -17], [180, -16], [179.75, -16], [179.75, -17]]],
        [[[-180, -17], [-179.8, -17], [-179.8, -16], [-180, -16], [-180, -17]]]]}
      """
    let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(try Self.boundary(fiji).contains(point) == isServed)
  }

  @Test("Geometries are read as programs export them, with altitudes and a bounding box")
  func exported() throws {
    let plain = try Self.boundary(
      #"{"type": "Polygon", "coordinates": [[[1, 1], [2, 1], [2, 2], [1, 1]]]}"#)
    let exported = """
      {"type": "Polygon", "bbox": [1, 1, 0, 2, 2, 180.5],
       "coordinates": [[[1, 1, 0], [2, 1, -3.5], [2, 2, 180.5], [1, 1, 0]]]}
      """
    #expect(try Self.boundary(exported) == plain)
  }

  @Test(
    "What holds a geometry is refused with what to take out",
    arguments: [
      (
        #"{"type": "Feature", "id": 7, "properties": {}, "geometry": {}}"#,
        #"a Feature: put the value of its "geometry" here"#
      ),
      (
        #"{"type": "FeatureCollection", "name": "x", "features": []}"#,
        #"a FeatureCollection: put the "geometry" of one of its "features" here"#
      ),
      (
        #"{"type": "GeometryCollection", "geometries": []}"#,
        #"a GeometryCollection: put one of its "geometries" here"#
      ),
    ])
  func holders(geometry: String, message: String) throws {
    #expect(
      try Self.mistakes(geometry)
        == ["serviceAreas[0].boundary: expected a geometry, came \(message)"])
  }

  @Test("Another coordinate system is refused, since its positions would be other places")
  func coordinateSystem() throws {
    let crs = #"{"type": "name", "properties": {"name": "EPSG:25833"}}"#
    #expect(
      try Self.mistakes(#"{"type": "Polygon", "crs": \#(crs), "coordinates": []}"#) == [
        "serviceAreas[0].boundary: crs is of GeoJSON before RFC 7946: export in WGS 84, longitude "
          + "first, and take it out"
      ])
  }

  @Test("What came is said, a text and a number themselves")
  func came() throws {
    #expect(
      try Self.mistakes(#"{"type": "Point", "coordinates": [1, 1]}"#) == [
        "serviceAreas[0].boundary.type: expected \"Polygon\" or \"MultiPolygon\", came the string "
          + "\"Point\""
      ])
    let text = try CatalogueFileTests.text()
      .replacing(#"["ohare-airfield"]"#, with: #"["o-hare"]"#, maxReplacements: 1)
      .replacing(#""capacity": 6,"#, with: #""capacity": 6.5,"#)
      .replacing(#""requiresAcceptance": true"#, with: #""requiresAcceptance": "yes""#)
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.message)
    for message in [
      "expected one of loop, midway, museum-campus, ohare, ohare-airfield, came the string "
        + "\"o-hare\"",
      "expected a whole number, came the number 6.5",
      "expected true or false, came the string \"yes\"",
    ] {
      #expect(found.contains(message), "\(message) in \(found)")
    }
  }
}
