import RideStore
import Rides

/// A set of keys on its way into one statement: a JSON text for `json_each(?1)`.
///
/// A set is one parameter, so that a statement has the same form for one key and for hundreds.
struct JSONRows: StoredRows {
  private(set) var json = Self.opened
  /// Whether a text had U+0000, at which SQLite's JSON functions would truncate it.
  private(set) var holdsNUL = false
  private var needsComma = false

  /// With room for a few rows, which else would be asked for in steps.
  private static var opened: [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(256)
    json.append(UInt8(ascii: "["))
    return json
  }

  /// Rows made of one value each.
  init(keys: some Sequence<String>) {
    for key in keys { add(key) }
    json.append(UInt8(ascii: "]"))
  }

  /// Rows of several values each.
  init(_ rows: some Sequence<some RowEncodable>) { self.init(rows) { $0.encode(into: &$1) } }

  /// Rows of several values, which `encode` adds in the order of the statement's columns.
  init<Row>(_ rows: some Sequence<Row>, _ encode: (Row, inout JSONRows) -> Void) {
    for row in rows {
      separate()
      json.append(UInt8(ascii: "["))
      needsComma = false
      encode(row, &self)
      json.append(UInt8(ascii: "]"))
      needsComma = true
    }
    json.append(UInt8(ascii: "]"))
  }

  /// The rows, if they can be stored.
  func checked(for sql: SQL) throws(StoreError) -> Self {
    guard holdsNUL else { return self }
    throw Self.holdsNUL(sql)
  }

  /// The error of a text that no database keeps alike.
  static func holdsNUL(_ sql: SQL) -> StoreError {
    StoreError(.failed, operation: sql.operation, detail: "a text holds the character U+0000")
  }

  mutating func add(_ text: String?) {
    separate()
    guard let text else { return json.append(contentsOf: "null".utf8) }
    holdsNUL = json.appendQuoted(text) || holdsNUL
  }

  mutating func add(_ number: Int64?) {
    separate()
    guard let number else { return json.append(contentsOf: "null".utf8) }
    json.append(decimal: number)
  }

  mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

  mutating func add(_ instant: Instant?) { add(instant?.microseconds) }

  mutating func add(bytes: [UInt8]) { preconditionFailure("no key has binary data") }

  mutating func add(list texts: [String]) { preconditionFailure("no key has a list") }

  mutating func add(document: [UInt8], without part: Range<Int>?) {
    preconditionFailure("no key has a document")
  }

  /// The shortest decimal that reads back as the same number; it must be finite.
  mutating func add(_ number: Double?) {
    precondition(number?.isFinite ?? true, "JSON has no infinite number")
    separate()
    json.append(contentsOf: (number?.description ?? "null").utf8)
  }

  private mutating func separate() {
    if needsComma { json.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

extension SQLiteParameters {
  /// A set of keys for `json_each(?1)`.
  init(_ keys: JSONRows) { self.init(.text(keys.json)) }
}

extension [UInt8] {
  /// Appends a number in decimal digits, without a text in between.
  fileprivate mutating func append(decimal value: Int64) {
    // A sign and the 19 digits of 2^63, from the last to the first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { room in
      var start = room.count
      var rest = value.magnitude
      repeat {
        start -= 1
        room[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 {
        start -= 1
        room[start] = UInt8(ascii: "-")
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: room[start...]))
    }
  }
}

// The SQL that the order of the columns implies, whose values are the parameters `?1`, `?2`, …
extension StoredTable {
  /// Inserts a row.
  var insert: String {
    let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(names)) VALUES (\(values))"
  }

  /// Replaces the row whose key, the first column, is `?1`; further conditions may follow.
  var update: String {
    let values = columns.enumerated().dropFirst().map { "\($1.name) = ?\($0 + 1)" }
    return "UPDATE \(name) SET \(values.joined(separator: ", ")) WHERE \(columns[0].name) = ?1"
  }
}
