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
    let newline = UInt8(ascii: "\n")
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    let heading = Self.cells(of: lines.first ?? [])
    var places: [Int] = []
    for column in Self.columns {
      guard let place = heading.firstIndex(of: column) else {
        throw FileMistake(line: 1, message: "expected a heading with \(column), got none")
      }
      places.append(place)
    }
    for (index, line) in lines.enumerated().dropFirst() where !Self.isBlank(line) {
      do throws(FileMistake) {
        trips.append(try Self.trip(Self.cells(of: line), heading.count, places, line: index + 1))
      } catch {
        mistakes.append(error)
      }
    }
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }
  }

  /// The cells between commas; within quotes a comma belongs to the text (RFC 4180).
  private static func cells(of line: ArraySlice<UInt8>) -> [String] {
    var cells: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in line where byte != UInt8(ascii: "\r") {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: cells.append([])
      default: cells[cells.count - 1].append(byte)
      }
    }
    return cells.map { String(decoding: $0, as: UTF8.self) }
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
