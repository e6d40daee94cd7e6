import CSQLite

/// A statement of this store and the name of its operation.
///
/// The name is the `operation` of its errors, and finds the prepared statement again, so it is
/// unique.
struct SQL: Sendable {
  let operation: String
  let text: String

  init(_ operation: String, _ text: String) {
    self.operation = operation
    self.text = text
  }
}

/// The values for the parameters `?1`, `?2`, … of a statement.
struct SQLiteParameters {
  enum Value {
    case integer(Int64)
    case text([UInt8])
  }

  private(set) var values: [Value] = []

  mutating func append(_ value: Value) { values.append(value) }

  init() {}

  init(_ values: Value...) { self.values = values }
}

extension SQLiteParameters.Value {
  /// Gives SQLite a copy of the value, and back what SQLite answers.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .integer(let value):
      return sqlite3_bind_int64(statement, index, value)
    case .text(let bytes):
      return bytes.withUnsafeBytes { buffer in
        let text = buffer.assumingMemoryBound(to: CChar.self).baseAddress
        return livery_sqlite3_bind_text(statement, index, text, length(of: buffer))
      }
    }
  }

  private func length(of buffer: UnsafeRawBufferPointer) -> Int32 {
    precondition(buffer.count <= 1_000_000_000, "a parameter is longer than SQLite takes")
    return Int32(buffer.count)
  }
}
