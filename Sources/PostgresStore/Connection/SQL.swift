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
  func withArguments<Result>(_ body: (PostgresArguments) -> Result) -> Result {
    withUnsafeTemporaryAllocation(
      of: UnsafePointer<CChar>?.self, capacity: values.count
    ) { addresses in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: values.count * 2) { numbers in
        for (place, value) in values.enumerated() {
          numbers[place] = Int32(clamping: value.count)
          numbers[values.count + place] = 1
        }
        return lend(to: addresses, from: 0) {
          body(
            PostgresArguments(
              addresses: addresses.baseAddress, lengths: numbers.baseAddress,
              formats: numbers.baseAddress.map { $0 + values.count }))
        }
      }
    }
  }

  /// Fills in the addresses of the values from one on, each wherever it is stored.
  private func lend<Result>(
    to addresses: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>, from place: Int,
    _ body: () -> Result
  ) -> Result {
    guard place < values.count else { return body() }
    return values[place].withUnsafeBytes { bytes in
      // libpq reads a value without an address as NULL; an empty array may have none.
      let start = bytes.baseAddress ?? UnsafeRawPointer(addresses.baseAddress)
      addresses[place] = start?.assumingMemoryBound(to: CChar.self)
      return lend(to: addresses, from: place + 1, body)
    }
  }
}

/// The values of a statement as libpq takes them, lent to one call.
struct PostgresArguments {
  let addresses: UnsafePointer<UnsafePointer<CChar>?>?
  let lengths: UnsafePointer<Int32>?
  let formats: UnsafePointer<Int32>?
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
