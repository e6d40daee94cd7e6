import CPostgres
import RideStore

/// What the server answered to one statement; freed when it goes out of scope.
struct PostgresResult: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var status: ExecStatusType { PQresultStatus(pointer) }

  /// Whether the statement was done.
  var isDone: Bool { status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK }

  /// What was done, such as `COMMIT`.
  var tag: String { String(libpq: PQcmdStatus(pointer)) }

  /// How many rows were written, nil if the server did not say.
  var changes: Int? { Int(String(libpq: PQcmdTuples(pointer))) }

  /// Why the statement failed.
  var failure: PostgresFailure {
    PostgresFailure(
      state: String(libpq: PQresultErrorField(pointer, Field.state)),
      message: String(libpq: PQresultErrorField(pointer, Field.message)),
      constraint: String(libpq: PQresultErrorField(pointer, Field.constraint)),
      endsConnection: Self.endsConnection(pointer))
  }

  /// Whether the server closes the connection after an error or a notice.
  static func endsConnection(_ pointer: OpaquePointer) -> Bool {
    ["FATAL", "PANIC"].contains(String(libpq: PQresultErrorField(pointer, Field.severity)))
  }

  /// Decodes each row.
  func rows<Row>(
    in operation: String, decode: (inout PostgresRow) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    let count = PQntuples(pointer)
    rows.reserveCapacity(Int(count))
    for number in 0..<max(count, 0) {
      var row = PostgresRow(result: pointer, number: number, operation: operation)
      rows.append(try decode(&row))
    }
    return rows
  }

  /// The codes of `postgres_ext.h`, character literals that Swift does not import.
  private enum Field {
    static let state = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
    static let constraint = Int32(UInt8(ascii: "n"))
    /// Not translated, unlike `S`.
    static let severity = Int32(UInt8(ascii: "V"))
  }
}
