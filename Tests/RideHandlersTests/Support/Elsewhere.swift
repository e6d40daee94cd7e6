import Rides

/// A second service area, far from the first.
enum Elsewhere {
  static let london = #"{"latitude":51.5,"longitude":-0.12}"#

  /// An area round London on the terms of another, that sells trams and nothing else.
  static func area(like area: ServiceArea) -> ServiceArea {
    var other = area
    other.key = "london"
    let corners = [(51.0, -1.0), (51, 1), (52, 1), (52, -1)].compactMap {
      Coordinate(latitude: $0, longitude: $1)
    }
    // Four corners make a polygon.
    other.boundary = Region(Polygon(outer: corners)!)
    other.charges = []
    var tram = other.products[1]
    tram.key = ProductKey("tram")
    tram.names = ["en_US": "Tram", "es_US": "Tranvía"]
    other.products = [tram]
    return other
  }
}
