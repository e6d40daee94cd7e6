import CPostgres
import RideStore

/// The server's answer to one statement; freed when it goes out of scope.
struct PostgresResult: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var status: ExecStatusType { PQresultStatus(pointer) }

  /// Whether the statement was done.
  var isDone: Bool { status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK }

  /// What was done, such as `COMMIT`.
  var tag: String { String(libpq: PQcmdStatus(pointer)) }

  /// The number of written rows; nil if the server did not report it.
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

/// What PostgreSQL answered instead of success.
///
/// Of its message only the primary line is kept: the detail quotes whole rows.
struct PostgresFailure {
  /// The five characters of its SQLSTATE.
  let state: String
  let message: String
  /// The constraint that was violated, empty for none.
  let constraint: String
  /// Whether the server closes the connection after it.
  let endsConnection: Bool

  /// The state in which the condition of one of our own writes does not hold.
  static let unmetCondition = "LV001"

  func error(in operation: String) -> StoreError {
    let name = [state, constraint].filter { !$0.isEmpty }.joined(separator: " ")
    let advice =
      switch code {
      case .wrongSchema: "; `livery migrate` makes what is missing, or says where it is"
      case .denied: "; `livery database permissions ROLE` prints the grants that a role needs"
      default: ""
      }
    let detail = "\(name.isEmpty ? "" : "\(name): ")\(message)\(advice)"
    return StoreError(code, operation: operation, detail: detail)
  }

  /// Whether another session had a lock for too long, or one that it waited for in turn.
  var lacksLock: Bool { ["55P03", "40P01"].contains(state) }

  /// Whether the statement took too long, by `statement_timeout`, or somebody canceled it.
  var isTimeout: Bool { state == "57014" }

  /// Whether the connection can no longer be used: it ends, its prepared statements are invalid, or
  /// its server cannot write.
  var spoilsConnection: Bool { endsConnection || Self.spoiling.contains(state) }

  /// The kind of the failure: of its state, or else of the state's class, its first two characters.
  ///
  /// What is in no table is this build's own mistake, or damage, and a retry does not help.
  var code: StoreError.Code {
    // Without a state it is libpq that speaks: of a connection that is lost.
    if state.isEmpty { return .unavailable }
    return Self.codes[state] ?? Self.codes[String(state.prefix(2))] ?? .failed
  }

  /// The states of https://www.postgresql.org/docs/current/errcodes-appendix.html that a store can
  /// meet in operation.
  private static let codes: [String: StoreError.Code] = [
    unmetCondition: .conflict,
    "23505": .conflict,  // unique_violation
    "21000": .conflict,  // cardinality_violation: an upsert of one row twice
    "40": .conflict,  // serialization_failure, deadlock_detected, …
    "08": .unavailable,  // connection exceptions
    "53": .unavailable,  // out of disk, memory or connections
    "57": .unavailable,  // cancelled, a timeout, shut down, starting
    "58": .unavailable,  // errors of the server's system: input and output, a missing file
    "25P03": .unavailable,  // idle_in_transaction_session_timeout
    "25P04": .unavailable,  // transaction_timeout
    "25006": .unavailable,  // read_only_sql_transaction: this is no primary any more
    "26000": .unavailable,  // invalid_sql_statement_name: somebody has discarded the statements
    "55P03": .unavailable,  // lock_not_available, that is lock_timeout
    "55006": .unavailable,  // object_in_use
    "55000": .unavailable,  // object_not_in_prerequisite_state: recovery is in progress
    "0A000": .unavailable,  // "cached plan must not change result type": a column has changed
    "42P01": .wrongSchema,  // undefined_table
    "42703": .wrongSchema,  // undefined_column
    "42883": .wrongSchema,  // undefined_function
    "3F000": .wrongSchema,  // invalid_schema_name
    "42501": .denied,  // insufficient_privilege
  ]

  private static let spoiling: Set = ["0A000", "25006", "26000", "55000"]
}
