import Rides

/// Numbers that are the same each time: SplitMix64.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Some hundred metres to one side or the other, in whole ten-thousandths of a degree.
  mutating func offset() -> Double { Double(Int.random(in: -50...50, using: &self)) / 10_000 }

  /// A point of a box in the middle of Chicago, at sea on none of its sides.
  mutating func point() -> Coordinate {
    Coordinate(
      latitude: Double.random(in: 41.80...41.94, using: &self),
      longitude: Double.random(in: -87.72 ... -87.64, using: &self))!  // Both are in range.
  }
}
