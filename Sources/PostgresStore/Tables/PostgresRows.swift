import Glibc
import RideStore
import Rides

/// A set of rows on its way into one statement: one array for each column.
///
/// A set has one parameter a column, so that a statement has the same form for one row and for
/// hundreds.
struct PostgresRows: StoredRows {
  private var columns: [PostgresArray]
  private var next = 0
  let isEmpty: Bool
  /// Why the rows cannot be stored, nil if they can.
  private var objection: String?

  /// Rows of one identifier each.
  init(of identifiers: [some Identifier]) { self.init(keys: identifiers.lazy.map(\.rawValue)) }

  /// Rows of one text each.
  init(keys: some Collection<String>) {
    self.init([("key", .text)], keys) { key, rows in rows.add(key) }
  }

  /// Rows of these columns.
  init(_ columns: [StoredTable.Column], _ rows: some Collection<some RowEncodable>) {
    self.init(columns, rows) { $0.encode(into: &$1) }
  }

  /// Rows of several values, which `encode` adds in the order of the columns.
  init<Row>(
    _ columns: [StoredTable.Column], _ rows: some Collection<Row>,
    _ encode: (Row, inout PostgresRows) -> Void
  ) {
    isEmpty = rows.isEmpty
    self.columns =
      isEmpty ? [] : columns.map { PostgresArray(of: PostgresType($0.kind).elementNumber) }
    for (place, row) in rows.enumerated() {
      encode(row, &self)
      if place == 0 { reserve(rows.count) }
    }
    precondition(next == 0, "a row has another number of columns")
  }

  /// What the first row needs each of the others will need about.
  private mutating func reserve(_ count: Int) {
    guard count > 1 else { return }
    for index in columns.indices { columns[index].reserve(count) }
  }

  /// The parameters of a statement, if the rows can be stored.
  consuming func parameters(for sql: SQL) throws(StoreError) -> PostgresParameters {
    if let objection {
      throw StoreError(.failed, operation: sql.operation, detail: objection)
    }
    var parameters = PostgresParameters()
    for index in columns.indices { parameters.append(columns[index].finish()) }
    return parameters
  }

  mutating func add(_ text: String?) {
    guard var text else { return addNull() }
    text.withUTF8 { bytes in
      if bytes.holdsZero { objection = "a text holds the character U+0000" }
      add { $0.append(bytes) }
    }
  }

  mutating func add(_ number: Int64?) {
    guard let number else { return addNull() }
    add { $0.append(number) }
  }

  mutating func add(_ flag: Bool) {
    withUnsafeBytes(of: UInt8(flag ? 1 : 0)) { byte in
      add { $0.append(byte.assumingMemoryBound(to: UInt8.self)) }
    }
  }

  mutating func add(_ number: Double?) {
    add((number?.bitPattern).map { Int64(bitPattern: $0) })
  }

  mutating func add(_ instant: Instant?) {
    guard let instant else { return addNull() }
    if instant.postgres == nil {
      objection = "an instant is outside of what PostgreSQL can hold"
    }
    add(instant.postgresBound)
  }

  /// - Parameter part: The bytes to omit; nil for the whole document.
  mutating func add(document: [UInt8], without part: Range<Int>?) {
    document.withUnsafeBufferPointer { bytes in
      if bytes.holdsZero { objection = "a document holds the character U+0000" }
      add { $0.append(bytes, without: part ?? 0..<0) }
    }
  }

  mutating func add(bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in add { $0.append(bytes) } }
  }

  /// A list in PostgreSQL's notation: each text in quotation marks, with quotation marks and
  /// backslashes escaped by a backslash.
  mutating func add(list texts: [String]) {
    if texts.isEmpty { return add("{}") }
    var list: [UInt8] = [UInt8(ascii: "{")]
    for var text in texts {
      if list.count > 1 { list.append(UInt8(ascii: ",")) }
      list.append(UInt8(ascii: "\""))
      text.withUTF8 { bytes in
        if bytes.holdsZero { objection = "a text holds the character U+0000" }
        list.append(contentsOf: bytes.escapedInList)
      }
      list.append(UInt8(ascii: "\""))
    }
    list.append(UInt8(ascii: "}"))
    add(bytes: list)
  }

  private mutating func addNull() { add { $0.appendNull() } }

  private mutating func add(_ append: (inout PostgresArray) -> Void) {
    append(&columns[next])
    next = (next + 1) % columns.count
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes with a backslash before each quotation mark and backslash.
  fileprivate var escapedInList: [UInt8] {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard contains(where: { $0 == quote || $0 == backslash }) else { return Array(self) }
    return flatMap { $0 == quote || $0 == backslash ? [backslash, $0] : [$0] }
  }

  fileprivate var holdsZero: Bool {
    guard let baseAddress else { return false }
    return memchr(baseAddress, 0, count) != nil
  }
}

// An empty set of rows runs no statement.
extension PostgresStore {
  /// The records that a statement finds.
  func read<Record: RowDecodable>(
    _ sql: SQL, _ parameters: PostgresParameters
  ) throws(StoreError) -> [Record] {
    try read(sql, parameters, decode: Record.init(from:))
  }

  /// The records that belong to a set of keys.
  func read<Record: RowDecodable>(
    _ sql: SQL, _ keys: consuming PostgresRows
  ) throws(StoreError) -> [Record] {
    keys.isEmpty ? [] : try read(sql, keys.parameters(for: sql))
  }

  /// The records that belong to a set of keys; locked in a transaction that writes.
  func read<Record: RowDecodable>(
    _ search: Lockable, _ keys: consuming PostgresRows
  ) throws(StoreError) -> [Record] {
    try read(search.statement(locking: isWriting), keys)
  }

  /// Writes a set within the transaction, some time until its commit.
  func write(_ sql: SQL, _ rows: consuming PostgresRows) throws(StoreError) {
    if !rows.isEmpty { try write(sql, rows.parameters(for: sql)) }
  }

  /// Writes a set within the transaction; returns the records that the statement finds.
  func write<Record: RowDecodable>(
    _ sql: SQL, _ rows: consuming PostgresRows
  ) throws(StoreError) -> [Record] {
    rows.isEmpty ? [] : try write(sql, rows.parameters(for: sql), decode: Record.init(from:))
  }
}
