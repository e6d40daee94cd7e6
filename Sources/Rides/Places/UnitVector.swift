/// A point of the earth as a direction from its centre, so that the nearest of many is found
/// without trigonometry.
struct UnitVector: Sendable {
  let x: Double
  let y: Double
  let z: Double

  init(_ point: Coordinate) {
    let cosine = Trigonometry.cosine(degrees: point.latitude)
    x = cosine * Trigonometry.cosine(degrees: point.longitude)
    y = cosine * Trigonometry.sine(degrees: point.longitude)
    z = Trigonometry.sine(degrees: point.latitude)
  }

  /// The square of the straight line between two points of a sphere of radius one, which grows with
  /// their distance.
  func squaredChord(to other: UnitVector) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    let dz = z - other.z
    return dx * dx + dy * dy + dz * dz
  }
}
