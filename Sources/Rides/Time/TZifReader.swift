/// Reads files in the form TZif (RFC 9636).
struct TZifReader {
  private let bytes: [UInt8]
  private var index = 0

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The table of a file; from version 2 on the first block, with 32-bit times, is stepped over.
  static func table(name: String, bytes: [UInt8]) throws(TimeZoneError) -> ZoneTable {
    var reader = TZifReader(bytes: bytes)
    let first = try reader.header()
    guard first.version != 0 else {
      return try reader.table(name: name, first, timeBytes: 4)
    }
    try reader.skip(first.size(timeBytes: 4))
    let second = try reader.header()
    return try reader.table(name: name, second, timeBytes: 8)
  }

  /// How many of each part a block has (3.1).
  private struct Header {
    let version: UInt8
    let utIndicators: Int
    let standardIndicators: Int
    let leapSeconds: Int
    let transitions: Int
    let types: Int
    let designations: Int

    func size(timeBytes: Int) -> Int {
      transitions * (timeBytes + 1) + types * 6 + designations + leapSeconds * (timeBytes + 4)
        + standardIndicators + utIndicators
    }
  }

  private mutating func header() throws(TimeZoneError) -> Header {
    let start = index
    guard try read(4) == Array("TZif".utf8)[...] else {
      throw TimeZoneError("expected \"TZif\" at byte \(start)")
    }
    let version = try read(1).first ?? 0
    // A later version only adds to the format (3.1).
    guard version == 0 || version >= UInt8(ascii: "2") else {
      throw TimeZoneError("expected a version from 1 to 4 at byte \(start + 4), came \(version)")
    }
    try skip(15)
    let header = Header(
      version: version, utIndicators: try count(), standardIndicators: try count(),
      leapSeconds: try count(), transitions: try count(), types: try count(),
      designations: try count())
    guard (1...256).contains(header.types) else {
      throw TimeZoneError("expected 1 to 256 types of local time, came \(header.types)")
    }
    return header
  }

  /// A block, and the footer that follows one with 64-bit times.
  private mutating func table(
    name: String, _ header: Header, timeBytes: Int
  ) throws(TimeZoneError) -> ZoneTable {
    guard header.leapSeconds == 0 else {
      throw TimeZoneError("expected a zone without leap seconds, came \(header.leapSeconds)")
    }
    // Checked in advance, so that a count beyond the file allocates nothing.
    try expect(header.size(timeBytes: timeBytes))
    var transitions: [Int] = []
    for _ in 0..<header.transitions {
      let time = try integer(timeBytes)
      guard time > transitions.last ?? .min else {
        throw TimeZoneError("expected ascending transitions, came \(time) before byte \(index)")
      }
      transitions.append(time)
    }
    let numbers = try read(header.transitions)
    var types: [Int] = []
    for _ in 0..<header.types {
      types.append(try offset())
      try skip(2)
    }
    guard numbers.allSatisfy({ $0 < types.count }) else {
      throw TimeZoneError("expected types below \(types.count), came \(numbers.max() ?? 0)")
    }
    try skip(header.designations + header.standardIndicators + header.utIndicators)
    return ZoneTable(
      name: name, firstOffset: types[0], transitions: transitions,
      offsets: numbers.map { types[Int($0)] }, rule: timeBytes == 8 ? try footer() : nil)
  }

  private mutating func offset() throws(TimeZoneError) -> Int {
    let offset = try integer(4)
    guard (-89_999...93_599).contains(offset) else {
      throw TimeZoneError(
        "expected an offset above -25 and below 26 hours before byte \(index), came \(offset) s")
    }
    return offset
  }

  /// The rule between two line feeds at the end; nil when it is empty (3.3).
  private mutating func footer() throws(TimeZoneError) -> YearlyRule? {
    let feed = UInt8(ascii: "\n")
    guard try read(1).first == feed, let end = bytes[index...].firstIndex(of: feed) else {
      throw TimeZoneError("expected a footer between line feeds at byte \(index)")
    }
    return end == index ? nil : try YearlyRule(Array(bytes[index..<end]))
  }

  private func expect(_ count: Int) throws(TimeZoneError) {
    guard count <= bytes.count - index else {
      throw TimeZoneError(
        "expected \(count) bytes from byte \(index) on, came \(bytes.count - index)")
    }
  }

  private mutating func skip(_ count: Int) throws(TimeZoneError) {
    try expect(count)
    index += count
  }

  private mutating func read(_ count: Int) throws(TimeZoneError) -> ArraySlice<UInt8> {
    try skip(count)
    return bytes[(index - count)..<index]
  }

  /// A number of four bytes without a sign; five such of these at most 14 bytes each stay far below
  /// an overflow.
  private mutating func count() throws(TimeZoneError) -> Int {
    try read(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number with a sign of four or eight bytes, the highest first.
  private mutating func integer(_ count: Int) throws(TimeZoneError) -> Int {
    let value = try read(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return count == 4
      ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(truncatingIfNeeded: value))
  }
}
