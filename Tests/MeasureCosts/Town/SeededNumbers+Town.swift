import RandomFixture
import Rides

extension SeededNumbers {
  /// Some hundred metres to one side or the other, in whole ten-thousandths of a degree.
  mutating func offset() -> Double { Double(Int.random(in: -50...50, using: &self)) / 10_000 }

  /// A point of a box in the middle of Chicago, at sea on none of its sides.
  mutating func point() -> Coordinate {
    Coordinate(
      latitude: Double.random(in: 41.80...41.94, using: &self),
      longitude: Double.random(in: -87.72 ... -87.64, using: &self))!  // Both are in range.
  }
}
