import CPostgres
import RideStore
import Rides

/// A row of a result, read column by column from the left, all in PostgreSQL's binary formats.
///
/// What is not as this build expects it is an error, never a trap. The row is lent to one closure
/// and cannot be kept: it points into the result.
struct PostgresRow: StoredRow, ~Copyable {
  private let result: OpaquePointer
  private let number: Int32
  private let operation: String
  private var column: Int32 = 0

  init(result: OpaquePointer, number: Int32, operation: String) {
    self.result = result
    self.number = number
    self.operation = operation
  }

  mutating func integer() throws(StoreError) -> Int64 {
    let bytes = try next(8)
    return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
  }

  mutating func bool() throws(StoreError) -> Bool { try next(1)[0] != 0 }

  mutating func double() throws(StoreError) -> Double {
    Double(bitPattern: UInt64(bitPattern: try integer()))
  }

  mutating func text() throws(StoreError) -> String {
    String(decoding: try next(), as: UTF8.self)
  }

  /// The bytes of a text or of a `bytea`.
  mutating func bytes() throws(StoreError) -> [UInt8] { Array(try next()) }

  mutating func instant() throws(StoreError) -> Instant {
    let stored = try integer()
    guard let instant = Instant(postgres: stored) else {
      throw damaged("no such instant as \(stored)")
    }
    return instant
  }

  mutating func texts() throws(StoreError) -> [String] {
    try elements { String(decoding: $0, as: UTF8.self) }
  }

  /// A list of products, decoded only where it is not known yet.
  mutating func products(_ lists: inout ProductLists) throws(StoreError) -> [ProductKey] {
    let place = column
    return try lists.list(try next()) { (stored) throws(StoreError) in
      let texts = PostgresArray.elements(of: stored) { String(decoding: $0, as: UTF8.self) }
      guard let texts else { throw damaged("no list in column \(place)") }
      return texts.map(ProductKey.init)
    }
  }

  mutating func integers() throws(StoreError) -> [Int64] {
    try elements { bytes in
      bytes.count == 8 ? Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)) : nil
    }
  }

  /// The error for a column that holds what this build never writes.
  func damaged(_ what: String) -> StoreError {
    StoreError(.failed, operation: operation, detail: "a stored row is damaged: \(what)")
  }

  private mutating func elements<Element>(
    _ decode: (UnsafeRawBufferPointer) -> Element?
  ) throws(StoreError) -> [Element] {
    let place = column
    guard let elements = PostgresArray.elements(of: try next(), decode) else {
      throw damaged("no list in column \(place)")
    }
    return elements
  }

  /// The bytes of the next column, which must be `count` if that is given.
  private mutating func next(_ count: Int? = nil) throws(StoreError) -> UnsafeRawBufferPointer {
    guard column < PQnfields(result) else { throw damaged("it ends at column \(column)") }
    defer { column += 1 }
    guard PQgetisnull(result, number, column) == 0 else {
      throw damaged("nothing in column \(column)")
    }
    let length = Int(PQgetlength(result, number, column))
    guard length == count ?? length, let start = PQgetvalue(result, number, column) else {
      throw damaged("\(length) bytes in column \(column)")
    }
    return UnsafeRawBufferPointer(start: start, count: length)
  }

  /// Steps over the next column if it is NULL.
  mutating func skipNull() -> Bool {
    guard column < PQnfields(result), PQgetisnull(result, number, column) == 1 else {
      return false
    }
    column += 1
    return true
  }
}
