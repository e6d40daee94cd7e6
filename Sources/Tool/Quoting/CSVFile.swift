/// A file of comma-separated values with a heading (RFC 4180).
struct CSVFile {
  let heading: [String]
  /// The rows that are not blank, each with its line in the file.
  let rows: [(line: Int, cells: [String])]

  init(_ bytes: [UInt8]) {
    // Spreadsheets begin with a byte order mark.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let newline = UInt8(ascii: "\n")
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    heading = Self.cells(of: lines.first ?? [])
    rows = lines.enumerated().dropFirst().filter { !Self.isBlank($0.element) }
      .map { ($0.offset + 1, Self.cells(of: $0.element)) }
  }

  /// Where the columns are in a row; throws the first that the heading does not have.
  func places(of columns: [String]) throws(FileMistake) -> [Int] {
    var places: [Int] = []
    for column in columns {
      guard let place = heading.firstIndex(of: column) else {
        let found = heading.joined(separator: ", ").prefix(80)
        throw FileMistake(line: 1, message: "expected a heading with \(column), got \(found)")
      }
      places.append(place)
    }
    return places
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }
  }

  /// The cells between commas; within quotes a comma belongs to the text.
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
}
