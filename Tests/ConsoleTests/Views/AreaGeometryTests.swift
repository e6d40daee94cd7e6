import HTTP
import JSON
import Rides
import Testing

@testable import Console

@Suite("The map")
struct AreaGeometryTests {
  @Test("It has each area with its zones, as geometries of GeoJSON whose rings are closed")
  func areas() throws {
    let console = try TestConsole(["LIVERY_CONSOLE_TILES": "https://tiles.test/{z}/{x}/{y}.png"])
    let map = console.get("/api/map", try console.signIn(.reader)).body
    #expect(map["tiles"]?.string == "https://tiles.test/{z}/{x}/{y}.png")
    let area = try #require(map["areas"]?[0])
    #expect(area["key"]?.string == "chicago")
    let zones = try #require(area["zones"]?.array)
    let kinds = Set(zones.compactMap { $0["kind"]?.string })
    #expect(kinds.isSuperset(of: ["zone", "restricted", "charge"]))
    for geometry in zones.compactMap({ $0["geometry"] }) + [try #require(area["boundary"])] {
      #expect(geometry["type"]?.string == "MultiPolygon")
      for polygon in geometry["coordinates"]?.array ?? [] {
        for ring in polygon.array ?? [] {
          let points = ring.array ?? []
          #expect(points.count >= 4 && points.first == points.last)
          #expect(points.allSatisfy { $0[0]?.number ?? 0 < -80 && $0[1]?.number ?? 0 > 40 })
        }
      }
    }
  }

  @Test("A catalogue that has changed is shown from the next request on")
  func changed() throws {
    let console = try TestConsole()
    let reader = try console.signIn(.reader)
    var other = console.context.catalogue
    other.serviceAreas = []
    #expect(console.get("/api/map", reader).body["areas"]?.array?.count == 1)
    console.context.inForce.use(other, digest: "e")
    #expect(console.get("/api/map", reader).body["areas"]?.array == [])
    #expect(console.context.digest == "e")
  }
}
