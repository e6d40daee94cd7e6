import CSQLite
import RideStore
import Rides

/// The row that a statement stands on, read column by column from the left.
///
/// It is lent to one closure and cannot be kept: the next step of the statement replaces what it
/// points to.
struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer
  private let operation: String
  private var column: Int32 = 0

  init(statement: OpaquePointer, operation: String) {
    self.statement = statement
    self.operation = operation
  }

  mutating func integer() -> Int64 { sqlite3_column_int64(statement, next()) }

  mutating func int() -> Int { Int(integer()) }

  mutating func optionalInteger() -> Int64? { skipNull() ? nil : integer() }

  mutating func optionalInt() -> Int? { skipNull() ? nil : int() }

  mutating func bool() -> Bool { integer() != 0 }

  mutating func double() -> Double { sqlite3_column_double(statement, next()) }

  mutating func optionalDouble() -> Double? { skipNull() ? nil : double() }

  mutating func text() -> String { withBytes { String(decoding: $0, as: UTF8.self) } }

  mutating func optionalText() -> String? { skipNull() ? nil : text() }

  /// The bytes of a TEXT or a BLOB.
  mutating func bytes() -> [UInt8] { withBytes { Array($0) } }

  /// The bytes of a TEXT or a BLOB where SQLite has them, until the next column or row is read.
  mutating func storedBytes() -> UnsafeRawBufferPointer { withBytes { $0 } }

  /// The error for a column that holds what this build never writes.
  func damaged(_ what: String) -> StoreError {
    StoreError(.failed, operation: operation, detail: "a stored row is damaged: \(what)")
  }

  private mutating func next() -> Int32 {
    precondition(column < sqlite3_column_count(statement), "\(operation) has no further column")
    defer { column += 1 }
    return column
  }

  /// Steps over the next column if it is NULL.
  private mutating func skipNull() -> Bool {
    guard sqlite3_column_type(statement, column) == SQLITE_NULL else { return false }
    _ = next()
    return true
  }

  private mutating func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let index = next()
    // The pointer first, then the length, as sqlite3_column_blob's manual asks. It is nil for an
    // empty value.
    let pointer = sqlite3_column_blob(statement, index)
    let count = Int(sqlite3_column_bytes(statement, index))
    return body(UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
  }
}

extension SQLiteRow {
  /// Puts the status of the next column back into a text; returns its place in it, which is empty
  /// where the history lacks the status.
  mutating func putBack(
    at place: Int?, into text: inout [UInt8]
  ) throws(StoreError) -> Range<Int>? {
    let status = bytes()
    guard let place else { return nil }
    guard let whole = SplitText.join(text, status, at: place) else {
      throw damaged("no place \(place) for the status")
    }
    text = whole
    return place..<(place + status.count)
  }

  mutating func optionalInstant() -> Instant? {
    optionalInteger().map { Instant(microseconds: $0) }
  }

  mutating func optionalObligation() throws(StoreError) -> Obligation? {
    guard let name = optionalText() else { return nil }
    return try obligation(named: name)
  }

  mutating func obligation() throws(StoreError) -> Obligation { try obligation(named: text()) }

  private func obligation(named name: String) throws(StoreError) -> Obligation {
    guard let obligation = Obligation(rawValue: name) else {
      throw damaged("unknown obligation \(name)")
    }
    return obligation
  }

  mutating func phase() throws(StoreError) -> RidePhase {
    let name = text()
    guard let phase = RidePhase(rawValue: name) else { throw damaged("unknown phase \(name)") }
    return phase
  }

  mutating func coordinate() throws(StoreError) -> Coordinate {
    let latitude = double()
    let longitude = double()
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
      throw damaged("no such place as \(latitude), \(longitude)")
    }
    return point
  }

  mutating func textList() throws(StoreError) -> [String] { try textList(of: bytes()) }

  /// A list of products, decoded only where it is not known yet.
  mutating func products(_ lists: inout ProductLists) throws(StoreError) -> [ProductKey] {
    try lists.list(storedBytes()) { (json) throws(StoreError) in
      try textList(of: Array(json)).map(ProductKey.init)
    }
  }

  private func textList(of json: [UInt8]) throws(StoreError) -> [String] {
    guard let texts = TextList.decode(json) else {
      throw damaged("no list of texts: \(String(decoding: json, as: UTF8.self))")
    }
    return texts
  }
}
