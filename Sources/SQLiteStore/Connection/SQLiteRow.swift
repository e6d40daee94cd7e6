import CSQLite
import RideStore
import Rides

/// The current row of a statement, read column by column from the left.
///
/// It is lent to one closure and cannot be stored: the next step of the statement replaces its
/// memory.
struct SQLiteRow: StoredRow, ~Copyable {
  private let statement: OpaquePointer
  private let operation: String
  private var column: Int32 = 0

  init(statement: OpaquePointer, operation: String) {
    self.statement = statement
    self.operation = operation
  }

  mutating func integer() -> Int64 { sqlite3_column_int64(statement, next()) }

  mutating func bool() -> Bool { integer() != 0 }

  mutating func double() -> Double { sqlite3_column_double(statement, next()) }

  mutating func text() -> String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of a TEXT or a BLOB.
  mutating func bytes() -> [UInt8] { withBytes { Array($0) } }

  mutating func instant() -> Instant { Instant(microseconds: integer()) }

  mutating func texts() throws(StoreError) -> [String] { try texts(of: bytes()) }

  mutating func products(_ lists: inout ProductLists) throws(StoreError) -> [ProductKey] {
    try lists.list(withBytes { $0 }) { (json) throws(StoreError) in
      try texts(of: Array(json)).map(ProductKey.init)
    }
  }

  private func texts(of json: [UInt8]) throws(StoreError) -> [String] {
    guard let texts = TextList.decode(json) else {
      throw damaged("no list of texts: \(String(decoding: json, as: UTF8.self))")
    }
    return texts
  }

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
  mutating func skipNull() -> Bool {
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
