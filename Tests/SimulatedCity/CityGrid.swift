import Glibc
import Rides
import Tool

/// The place of a district: riders and their vehicle stay within a circle, far from other circles.
struct DistrictPlace: Hashable, Sendable {
  var center: Coordinate
  var radius: Double
  /// The corner between four districts, for long trips; nil where it is outside the area.
  var corner: Coordinate?
}

/// Divides an area into districts of which none disturbs another.
///
/// The fleet gives a ride the nearest vehicle within 50 km. Centers are six radii apart, so a
/// vehicle anywhere in its district is nearer to a pickup there (two radii at most) than any other
/// vehicle in its own district (four radii at least) or in a corner (three).
enum CityGrid {
  private static let radiiApart = 6.0
  /// The metres below which a trip would be too short to have phases.
  private static let leastRadius = 150.0
  private static let metresPerDegree = 111_195.0

  /// So many districts, with as much room as the area allows, or as many as fit.
  static func places(_ count: Int, in area: ServiceArea) -> [DistrictPlace] {
    var best: [DistrictPlace] = []
    var spacing = 20_000.0
    while spacing >= leastRadius * radiiApart {
      let places = grid(spacing, in: area)
      if places.count >= count { return Array(places.prefix(count)) }
      if places.count >= best.count { best = places }
      spacing *= 0.92
    }
    return best
  }

  private static func grid(_ spacing: Double, in area: ServiceArea) -> [DistrictPlace] {
    let (latitudes, longitudes) = area.boundary.box
    let (south, north) = (latitudes.lowerBound, latitudes.upperBound)
    let (west, east) = (longitudes.lowerBound, longitudes.upperBound)
    let row = spacing / metresPerDegree
    // Meridians are closest in the north of the box (in the south of the equator, in its south).
    let column = row / cos(max(abs(south), abs(north)) * Double.pi / 180)
    var places: [DistrictPlace] = []
    for latitude in stride(from: south + row / 4, to: north, by: row) {
      for longitude in stride(from: west + column / 4, to: east, by: column) {
        guard let center = Coordinate(latitude: latitude, longitude: longitude)?.rounded else {
          continue
        }
        var place = DistrictPlace(center: center, radius: spacing / radiiApart)
        guard area.serves(place) else { continue }
        let corner = Coordinate(latitude: latitude + row / 2, longitude: longitude + column / 2)
        place.corner = corner?.rounded
        if let corner, !area.serves(DistrictPlace(center: corner, radius: 10)) {
          place.corner = nil
        }
        places.append(place)
      }
    }
    return places
  }
}

extension ServiceArea {
  /// Whether all of a circle is in the area and in no zone where some rides are refused.
  fileprivate func serves(_ place: DistrictPlace) -> Bool {
    let closed =
      rules.restrictedZones.flatMap(\.zones) + rules.appBookings.flatMap(\.scope.zones)
    let rim = (0..<12).map { place.center.moved(metres: place.radius, degrees: Double($0) * 30) }
    return ([place.center] + rim).allSatisfy { point in
      boundary.contains(point) && !closed.contains { $0.contains(point) }
    }
  }
}

extension Coordinate {
  /// The point that is so far away in a direction, clockwise from north; for a few kilometres.
  func moved(metres: Double, degrees: Double) -> Coordinate {
    let angle = degrees * Double.pi / 180
    let north = metres * cos(angle) / 111_195
    let east = metres * sin(angle) / (111_195 * cos(latitude * Double.pi / 180))
    let moved = Coordinate(latitude: latitude + north, longitude: longitude + east)
    // Near a pole, where no city is, it stays.
    return (moved ?? self).rounded
  }

  /// The direction to a point a few kilometres away, in degrees clockwise from north.
  func bearing(to other: Coordinate) -> Double {
    let east = (other.longitude - longitude) * cos(latitude * Double.pi / 180)
    return atan2(east, other.latitude - latitude) * 180 / Double.pi
  }
}
