import Rides
import Testing

@Suite("Phases") struct PhaseTests {
  /// Rows from, columns to, both in the order of a ride.
  static let table: [(from: RidePhase, legal: String)] = [
    (.received, ".#####"),
    (.confirmed, "#.####"),
    (.approachingPickup, "#..###"),
    (.pickup, "#...##"),
    (.ongoing, ".....#"),
    (.completed, "......"),
  ]

  @Test("Each of the 36 moves is legal or not, as the table says", arguments: table)
  func moves(from: RidePhase, legal: String) {
    #expect(legal.count == RidePhase.allCases.count)
    for (next, mark) in zip(RidePhase.allCases.sorted(by: { $0.order < $1.order }), legal) {
      #expect(from.canMove(to: next) == (mark == "#"), "\(from) to \(next)")
    }
  }
}
