import Glibc
import Replay
import Rides

/// The boundary and the zones of an area as a drawing, north above.
struct AreaMap {
  private static let width = 720.0

  private let area: ServiceArea
  private let west: Double
  private let north: Double
  /// Points of the drawing for a degree of longitude, and of latitude.
  private let scale: (x: Double, y: Double)
  private let height: Double

  init(_ area: ServiceArea) {
    self.area = area
    let points = area.boundary.polygons.flatMap(\.outer)
    let latitudes = points.map(\.latitude).sorted()
    let longitudes = points.map(\.longitude).sorted()
    // A region has a polygon, and a polygon three points.
    (west, north) = (longitudes[0], latitudes[latitudes.count - 1])
    let shrunk = cos((latitudes[0] + north) / 2 * .pi / 180)
    let x = Self.width / (longitudes[longitudes.count - 1] - west)
    scale = (x, x / max(shrunk, 0.01))
    height = min(2 * Self.width, (north - latitudes[0]) * scale.y)
  }

  var svg: String {
    let zones = area.zones.sorted { $0.key < $1.key }
    return """
      <svg viewBox="-4 -4 \((Self.width + 8).drawn) \((height + 8).drawn)" \
      width="\(Int(Self.width))" role="img" aria-label="Map of \(Markup.escaped(area.key))">
      \(path(area.boundary, "area", area.key))
      \(zones.map { path($0.value, "zone", $0.key) }.joined(separator: "\n"))
      \(zones.map(label).joined(separator: "\n"))
      </svg>
      """
  }

  private func path(_ region: Region, _ style: String, _ name: String) -> String {
    let rings = region.polygons.flatMap { [$0.outer] + $0.holes }.map { "M\(points($0))Z" }
    return "<path class=\"\(style)\" fill-rule=\"evenodd\" d=\"\(rings.joined())\">"
      + "<title>\(Markup.escaped(name))</title></path>"
  }

  private func points(_ ring: [Coordinate]) -> String {
    let places = ring.map { place($0) }
    return places.map { "\($0.x.drawn) \($0.y.drawn)" }.joined(separator: "L")
  }

  /// The name of a zone in the middle of its first piece.
  private func label(_ name: String, _ zone: Region) -> String {
    let points = zone.polygons[0].outer.map(place)
    let count = Double(points.count)
    let x = points.map(\.x).reduce(0, +) / count
    let y = points.map(\.y).reduce(0, +) / count
    return "<text x=\"\(x.drawn)\" y=\"\(y.drawn)\" text-anchor=\"middle\">"
      + "\(Markup.escaped(name))</text>"
  }

  private func place(_ point: Coordinate) -> (x: Double, y: Double) {
    ((point.longitude - west) * scale.x, (north - point.latitude) * scale.y)
  }
}

extension Double {
  /// With one decimal, as a drawing needs it.
  var drawn: String { "\((self * 10).rounded() / 10)" }
}
