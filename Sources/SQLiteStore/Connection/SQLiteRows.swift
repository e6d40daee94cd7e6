import CSQLite
import RideStore
import Rides

/// A set of rows on its way into a statement that runs once for each row: the values of its
/// parameters `?1`, `?2`, …, row by row.
///
/// Texts and documents lie one after another in one piece of memory, where SQLite reads them.
struct SQLiteRows: StoredRows {
  fileprivate enum Value {
    case null
    case integer(Int64)
    case number(Double)
    case text(Range<Int>)
    case bytes(Range<Int>)
  }

  private(set) var count = 0
  /// Whether a text had U+0000, which no database keeps alike.
  private(set) var holdsNUL = false
  private var values: [Value] = []
  /// Begins with a byte of no text: memory of no bytes has no address, and would be NULL.
  private var memory: [UInt8] = [0]

  init(_ rows: some Sequence<some RowEncodable>) { self.init(rows) { $0.encode(into: &$1) } }

  /// Rows of values that `encode` adds in the order of the statement's parameters.
  init<Row>(_ rows: some Sequence<Row>, _ encode: (Row, inout SQLiteRows) -> Void) {
    for row in rows {
      encode(row, &self)
      count += 1
      guard count == 1 else { continue }
      // The other rows are about as long as the first.
      values.reserveCapacity(values.count * rows.underestimatedCount)
      memory.reserveCapacity(memory.count * rows.underestimatedCount)
    }
  }

  mutating func add(_ text: String?) {
    guard var text else { return values.append(.null) }
    let start = memory.count
    text.withUTF8 { memory.append(contentsOf: $0) }
    holdsNUL = holdsNUL || memory[start...].contains(0)
    values.append(.text(start..<memory.count))
  }

  mutating func add(_ number: Int64?) { values.append(number.map(Value.integer) ?? .null) }

  mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

  mutating func add(_ number: Double?) { values.append(number.map(Value.number) ?? .null) }

  mutating func add(_ instant: Instant?) { add(instant?.microseconds) }

  mutating func add(bytes: [UInt8]) {
    memory.append(contentsOf: bytes)
    values.append(.bytes(memory.count - bytes.count..<memory.count))
  }

  mutating func add(list texts: [String]) {
    let start = memory.count
    TextList.append(texts, to: &memory)
    values.append(.text(start..<memory.count))
  }

  mutating func add(document: [UInt8], without part: Range<Int>?) {
    let (start, part) = (memory.count, part ?? 0..<0)
    memory.append(contentsOf: document[..<part.lowerBound])
    memory.append(contentsOf: document[part.upperBound...])
    values.append(.text(start..<memory.count))
  }

  /// Runs a statement for each row, up to the first that fails; returns what SQLite answered last.
  ///
  /// - Parameter done: What is called after each row.
  func run(_ statement: OpaquePointer, done: () -> Void) -> Int32 {
    let width = Int(sqlite3_bind_parameter_count(statement))
    precondition(width * count == values.count, "a statement has another number of parameters")
    return memory.withUnsafeBytes { memory in
      // The values are in memory that goes.
      defer { sqlite3_clear_bindings(statement) }
      for row in 0..<count {
        for index in 0..<width {
          let code = values[row * width + index].bind(to: statement, at: Int32(index) + 1, memory)
          guard code == SQLITE_OK else { return code }
        }
        let code = sqlite3_step(statement)
        // Its code is the one that `sqlite3_step` has returned.
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else { return code }
        done()
      }
      return SQLITE_DONE
    }
  }
}

extension SQLiteRows.Value {
  /// Gives SQLite the value, and back what SQLite answers; without a destructor it copies nothing.
  fileprivate func bind(
    to statement: OpaquePointer, at index: Int32, _ memory: UnsafeRawBufferPointer
  ) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .number(let number): sqlite3_bind_double(statement, index, number)
    case .text(let place):
      sqlite3_bind_text(
        statement, index,
        (memory.baseAddress.map { $0 + place.lowerBound })?
          .assumingMemoryBound(to: CChar.self), Int32(place.count), nil)
    case .bytes(let place):
      sqlite3_bind_blob(
        statement, index, memory.baseAddress.map { $0 + place.lowerBound }, Int32(place.count), nil)
    }
  }
}
