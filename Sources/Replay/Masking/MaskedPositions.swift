import Glibc
import Rides

/// Positions in the place of others, from which the fleet makes the same prices.
///
/// All are moved alike, by a rotation of the earth that is drawn for one recording: so the way
/// between any two stays as long as it was. A position whose zones would change by that, or the
/// ends of a trip, go the opposite way or less far; only where no such place is in the same zones
/// does it stay.
struct MaskedPositions {
  /// How far a position goes, in metres: more than a house, and less than a zone.
  static let distance = 150.0...300.0
  /// The parts of the way that are tried.
  private static let parts: [Double] = [1, -1, 0.6, -0.6, 0.3, -0.3, 0]

  private let regions: [Region]
  private let axis: (x: Double, y: Double, z: Double)
  private let angle: Double

  /// `random` draws from 0 to 1.
  init(_ catalogue: Catalogue, random: () -> Double) {
    regions = Self.regions(of: catalogue)
    let first = regions.first?.polygons.first?.outer.first
    let start = Self.vector(first ?? .origin)
    // A direction across the first position: rotating about it moves that position the most.
    let (a, b) = Self.across(start)
    let turn = random() * 2 * Double.pi
    axis = (
      a.x * cos(turn) + b.x * sin(turn), a.y * cos(turn) + b.y * sin(turn),
      a.z * cos(turn) + b.z * sin(turn)
    )
    let metres =
      Self.distance.lowerBound + random()
      * (Self.distance.upperBound - Self.distance.lowerBound)
    angle = metres / GreatCircle.earthRadius
  }

  /// The part of the way that positions go which must keep their distance; 0 where no way leads to
  /// the same zones.
  func part(for positions: [Coordinate]) -> Double {
    Self.parts.first { part in
      positions.allSatisfy { areInSameRegions($0, moved($0, part)) }
    } ?? 0
  }

  private func areInSameRegions(_ one: Coordinate, _ other: Coordinate) -> Bool {
    regions.allSatisfy { $0.contains(one) == $0.contains(other) }
  }

  /// The position in the place of another that goes that part of the way.
  func moved(_ position: Coordinate, _ part: Double) -> Coordinate {
    if part == 0 { return position }
    let v = Self.vector(position)
    let (sine, cosine) = (sin(angle * part), cos(angle * part))
    // Rodrigues' rotation; the axis has length one.
    let along = (axis.x * v.x + axis.y * v.y + axis.z * v.z) * (1 - cosine)
    let x = v.x * cosine + (axis.y * v.z - axis.z * v.y) * sine + axis.x * along
    let y = v.y * cosine + (axis.z * v.x - axis.x * v.z) * sine + axis.y * along
    let z = v.z * cosine + (axis.x * v.y - axis.y * v.x) * sine + axis.z * along
    let latitude = atan2(z, (x * x + y * y).squareRoot()) * 180 / Double.pi
    return Coordinate(latitude: latitude, longitude: atan2(y, x) * 180 / Double.pi) ?? position
  }

  private typealias Vector = (x: Double, y: Double, z: Double)

  private static func vector(_ position: Coordinate) -> Vector {
    let (latitude, longitude) = (
      position.latitude * Double.pi / 180, position.longitude * Double.pi / 180
    )
    return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  /// Two directions across a direction and across each other.
  private static func across(_ v: Vector) -> (Vector, Vector) {
    let flat = (v.x * v.x + v.y * v.y).squareRoot()
    let east: Vector = flat > 0 ? (-v.y / flat, v.x / flat, 0) : (1, 0, 0)
    let north: Vector = (
      v.y * east.z - v.z * east.y, v.z * east.x - v.x * east.z, v.x * east.y - v.y * east.x
    )
    return (east, north)
  }

  /// Every region that a price or an answer depends on.
  private static func regions(of catalogue: Catalogue) -> [Region] {
    catalogue.serviceAreas.flatMap { area in
      [area.boundary] + area.zoneLists.flatMap(\.zones)
    }
  }
}

extension Coordinate {
  /// Where the equator meets the first meridian; both numbers are within range.
  fileprivate static let origin = Coordinate(latitude: 0, longitude: 0)!
}
