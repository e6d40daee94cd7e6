/// A statement of this store and the name of its operation.
///
/// The name is the `operation` of its errors and the name of the prepared statement, so it is
/// unique, and has 63 bytes at most.
struct SQL: Sendable {
  let operation: String
  let text: String

  init(_ operation: String, _ text: String) {
    self.operation = operation
    self.text = text
  }
}

/// A statement and its values.
struct PostgresStatement {
  let sql: SQL
  var parameters = PostgresParameters()
}

/// A search for rows by their keys, which on request locks them in the order of its result.
struct Lockable: Sendable {
  private let reading: SQL
  private let locking: SQL

  /// Of constants alone: the text is a constant of the store.
  init(_ rows: String, _ text: String) {
    self.init(rows, lock: " FOR UPDATE") { text + $0 }
  }

  /// `text` places its argument, the locking clause or nothing, in the statement.
  init(_ rows: String, lock: String, text: (String) -> String) {
    // Of constants alone: the texts are constants of the store.
    reading = SQL("read \(rows)", text(""))
    // Of constants alone, as above.
    locking = SQL("lock \(rows)", text(lock))
  }

  func statement(locking isLocking: Bool) -> SQL { isLocking ? locking : reading }

  /// Both statements.
  var statements: [SQL] { [reading, locking] }
}

/// The values for the parameters `$1`, `$2`, … of a statement, in PostgreSQL's binary formats.
struct PostgresParameters {
  private(set) var values: [[UInt8]] = []

  init(_ values: any PostgresValue...) { self.values = values.map(\.binary) }

  mutating func append(_ value: some PostgresValue) { values.append(value.binary) }

  /// A list of texts as one value.
  mutating func append(texts: [String]) {
    var array = PostgresArray(of: PostgresType.text.elementNumber)
    for text in texts { array.append(text) }
    values.append(array.finish())
  }

  /// Lends libpq's arguments: the addresses, the lengths and the formats of the values.
  func withArguments<Result>(
    _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
  ) -> Result {
    withAddresses([]) { addresses in
      body(
        addresses, values.map { Int32(clamping: $0.count) },
        Array(repeating: 1, count: values.count))
    }
  }

  /// Lends the addresses of all values, wherever each is stored.
  private func withAddresses<Result>(
    _ known: [UnsafePointer<CChar>?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    guard known.count < values.count else { return body(known) }
    let value = values[known.count]
    // libpq reads a value without an address as NULL; an empty array may have none.
    return (value.isEmpty ? [0] : value).withUnsafeBytes { bytes in
      withAddresses(known + [bytes.assumingMemoryBound(to: CChar.self).baseAddress], body)
    }
  }
}

/// A value in PostgreSQL's binary format.
protocol PostgresValue {
  var binary: [UInt8] { get }
}

extension String: PostgresValue {
  var binary: [UInt8] { Array(utf8) }
}

extension Int64: PostgresValue {
  var binary: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension [UInt8]: PostgresValue {
  var binary: [UInt8] { self }
}
