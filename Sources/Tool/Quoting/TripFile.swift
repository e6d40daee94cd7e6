import Rides

/// A trip that was driven and what it cost.
struct DrivenTrip: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00.
  var start: Int
  var pickup: Coordinate
  var dropOff: Coordinate
  var miles: Double
  var seconds: Double
  var fare: Double
}

/// Trips in the form in which the city of Chicago publishes those of its taxis: CSV with a heading.
struct TripFile {
  private(set) var trips: [DrivenTrip] = []
  private(set) var mistakes: [FileMistake] = []

  private static let columns = [
    "trip_start_timestamp", "pickup_latitude", "pickup_longitude", "dropoff_latitude",
    "dropoff_longitude", "trip_miles", "trip_seconds", "fare",
  ]

  /// A heading without the columns that count is thrown; a broken row is a mistake among others.
  init(_ bytes: [UInt8]) throws(FileMistake) {
    let file = CSVFile(bytes)
    let places = try file.places(of: Self.columns)
    for row in file.rows {
      do throws(FileMistake) {
        trips.append(try Self.trip(row.cells, file.heading.count, places, line: row.line))
      } catch {
        mistakes.append(error)
      }
    }
  }

  private static func trip(
    _ cells: [String], _ width: Int, _ places: [Int], line: Int
  ) throws(FileMistake) -> DrivenTrip {
    guard cells.count == width else {
      throw FileMistake(line: line, message: "expected \(width) cells, got \(cells.count)")
    }
    var numbers: [Double] = []
    for (column, place) in zip(columns, places) {
      guard let number = Double(cells[place]), number.magnitude < 1e11 else {
        throw FileMistake(
          line: line, message: "\(column): expected a number, got '\(cells[place].prefix(40))'")
      }
      numbers.append(number)
    }
    return DrivenTrip(
      start: Int(numbers[0]), pickup: try place(numbers[1], numbers[2], "pickup", line: line),
      dropOff: try place(numbers[3], numbers[4], "dropoff", line: line), miles: numbers[5],
      seconds: numbers[6], fare: numbers[7])
  }

  private static func place(
    _ latitude: Double, _ longitude: Double, _ name: String, line: Int
  ) throws(FileMistake) -> Coordinate {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw FileMistake(
        line: line, message: "\(name): expected degrees, got \(latitude), \(longitude)")
    }
    return place
  }
}
