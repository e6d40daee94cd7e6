import Rides
import Testing

@testable import Tool

@Suite("Files of trips") struct TripFileTests {
  private static let heading =
    "trip_start_timestamp,pickup_latitude,pickup_longitude,dropoff_latitude,dropoff_longitude,"
    + "trip_miles,trip_seconds,fare,payment_type"
  private static let good = "1439509500,41.9,-87.67,41.92,-87.65,1.1,360,6.05,Cash"

  @Test("A row is read by the names of its columns, in any order and with quotes and line ends")
  func reads() throws {
    let file = try TripFile(
      Array(
        """
        fare,company,trip_seconds,trip_miles,dropoff_longitude,dropoff_latitude,pickup_longitude,\
        pickup_latitude,trip_start_timestamp\r
        6.05,"Blue, Yellow",360,1.1,-87.65,41.92,-87.67,41.9,1439509500\r

        """.utf8))
    let expected = DrivenTrip(
      start: 1_439_509_500, pickup: try #require(Coordinate(latitude: 41.9, longitude: -87.67)),
      dropOff: try #require(Coordinate(latitude: 41.92, longitude: -87.65)), miles: 1.1,
      seconds: 360, fare: 6.05)
    #expect(file.trips == [expected] && file.mistakes == [])
  }

  @Test(
    "A broken row is named by its line and does not hide its neighbours",
    arguments: [
      ("", nil), ("1,2", "expected 9 cells, got 2"),
      (
        "x,41.9,-87.67,41.92,-87.65,1.1,360,6.05,Cash",
        "trip_start_timestamp: expected a number, got 'x'"
      ),
      (
        "1,41.9,-87.67,41.92,-87.65,1.1,,6.05,Cash", "trip_seconds: expected a number, got ''"
      ),
      (
        "1,41.9,-87.67,41.92,-87.65,nan,360,6.05,Cash", "trip_miles: expected a number, got 'nan'"
      ),
      (
        "1,41.9,-87.67,41.92,-87.65,1,360,1e300,Cash", "fare: expected a number, got '1e300'"
      ),
      (
        "1,91,-87.67,41.92,-87.65,1.1,360,6.05,Cash", "pickup: expected degrees, got 91.0, -87.67"
      ),
      (
        "1,41.9,-87.67,41.92,-187,1.1,360,6.05,Cash", "dropoff: expected degrees, got 41.92, -187.0"
      ),
      (
        "1,41.9,-87.67,41.92,-87.65,1.1,360,6.05,\"Cash,", nil
      ),
      ("\u{0},\u{FFFD}", "expected 9 cells, got 2"),
    ])
  func broken(row: String, message: String?) throws {
    let file = try TripFile(
      Array([Self.heading, Self.good, row, Self.good].joined(separator: "\n").utf8))
    #expect(file.trips.count == (message == nil && !row.isEmpty ? 3 : 2))
    #expect(file.mistakes.map(\.message) == [message].compactMap(\.self))
    #expect(file.mistakes.allSatisfy { $0.line == 3 })
  }

  @Test("A file without the heading is no file of trips", arguments: ["", "\n", good, "fare\n1"])
  func heading(text: String) {
    #expect(throws: FileMistake.self) { try TripFile(Array(text.utf8)) }
  }
}
