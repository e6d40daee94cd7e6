package import Rides

/// Numbers that are the same for the same seed: SplitMix64, by Steele, Lea and Flood (2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension ServiceArea {
  /// A point of the area that vehicles get to.
  package func randomPoint(_ numbers: inout SeededNumbers) -> Coordinate {
    let zones = rules.restrictedZones.flatMap(\.zones)
    var point = boundary.randomPoint(&numbers)
    for _ in 0..<100 where zones.contains(where: { $0.contains(point) }) {
      point = boundary.randomPoint(&numbers)
    }
    return point
  }
}

extension Region {
  /// A point of the region, each as likely as another: points of its box are drawn until one lies
  /// within.
  ///
  /// For a region that fills less than a thousandth of its box, a corner is returned.
  package func randomPoint(_ numbers: inout SeededNumbers) -> Coordinate {
    let (latitudes, longitudes) = box
    for _ in 0..<10_000 {
      let drawn = Coordinate(
        latitude: .random(in: latitudes, using: &numbers),
        longitude: .random(in: longitudes, using: &numbers))?.rounded
      if let drawn, contains(drawn) { return drawn }
    }
    return polygons[0].outer[0]
  }

  /// The box around the region.
  package var box: (latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
    let outer = polygons.flatMap(\.outer)
    let latitudes = outer.map(\.latitude).sorted()
    let longitudes = outer.map(\.longitude).sorted()
    // A region has at least one polygon, and a polygon at least three points.
    return (
      latitudes[0]...latitudes[latitudes.count - 1],
      longitudes[0]...longitudes[longitudes.count - 1]
    )
  }
}

extension Coordinate {
  /// The point to a millionth of a degree, a tenth of a metre.
  package var rounded: Coordinate {
    Coordinate(
      latitude: (latitude * 1e6).rounded() / 1e6, longitude: (longitude * 1e6).rounded() / 1e6)
      ?? self
  }
}
