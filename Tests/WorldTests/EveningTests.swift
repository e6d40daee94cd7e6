import Catalogues
import Rides
import SimulatedCity
import Testing

@Suite("Rainy evenings with too few vehicles") struct EveningTests {
  /// From the north to the center and back, and farther west: half an hour in the rain.
  private static let trips = [
    (41.95, -87.65, 41.88, -87.63), (41.88, -87.63, 41.95, -87.65), (41.92, -87.70, 41.87, -87.62),
    (41.98, -87.76, 41.90, -87.63), (41.79, -87.60, 41.88, -87.63),
  ].compactMap { row -> EveningTrip? in
    guard let pickup = Coordinate(latitude: row.0, longitude: row.1),
      let dropOff = Coordinate(latitude: row.2, longitude: row.3)
    else { return nil }
    return EveningTrip(pickup: pickup, dropOff: dropOff)
  }

  private static func evening(seed: UInt64) throws -> Evening {
    Evening(
      of: try CatalogueFile.load(path: SimulatingProgram.catalogue), trips: trips, vehicles: 40,
      riders: 120, begins: Instant(seconds: 1_780_351_200), seed: seed)
  }

  @Test(
    "S1: riders wait less and fewer give up than when the longest wait comes first",
    arguments: [1, 2, 3] as [UInt64])
  func S1_turns(seed: UInt64) throws {
    let evening = try Self.evening(seed: seed)
    let (before, now) = (evening.figures(.longestWait), evening.figures(.turns(reach: nil)))
    #expect(now.mean < before.mean * 0.9)
    #expect(now.lostShare < before.lostShare)
  }

  @Test("S2: within a reach of 15 minutes riders wait hardly longer than by the best assignments")
  func S2_reach() throws {
    let evening = try Self.evening(seed: 1)
    let (best, now) = (evening.figures(.optimal(reach: 900)), evening.figures(.turns(reach: 900)))
    #expect(now.mean < best.mean * 1.25 && now.lostShare < best.lostShare * 1.1)
  }

  @Test("The best assignment has as many pairs as possible, and of these the cheapest")
  func assignment() {
    let costs: [[Double?]] = [[1, 2, nil], [1, 50, nil], [nil, nil, nil], [3, nil, 9]]
    let pairs = Assignment(costs).pairs.map { "\($0.row)-\($0.column)" }.sorted()
    #expect(pairs == ["0-1", "1-0", "3-2"])
    #expect(Assignment([]).pairs.isEmpty && Assignment([[nil]]).pairs.isEmpty)
  }
}
