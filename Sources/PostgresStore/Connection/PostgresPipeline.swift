import CPostgres
import Glibc
import RideStore

/// A connection in libpq's pipeline mode, and the statements prepared on it.
///
/// Statements are queued; their answers are read together, when a caller needs the last of them.
/// After a failure the server skips everything up to the next synchronization point, so no
/// statement after a failed write is executed, including a commit.
final class PostgresPipeline {
  /// Another one for each connection, whichever session or process has it.
  let number = UInt64.random(in: .min ... .max)
  private let handle: PostgresHandle
  /// What was sent and not answered yet, in order.
  private var awaited: [Awaited] = []
  /// The statements that are prepared, or will be when the queued ones are executed.
  private var prepared: Set<String> = []
  /// Whether the connection can no longer be used.
  private(set) var isBroken = false

  fileprivate enum Awaited {
    case preparation(String)
    case statement(String)
    case synchronisation
  }

  /// Accepts an idle connection.
  init(_ handle: consuming PostgresHandle) throws(StoreError) {
    guard PQenterPipelineMode(handle.pointer) == 1 else {
      throw StoreError(
        .unavailable, operation: "connect to PostgreSQL", detail: handle.message)
    }
    self.handle = handle
  }

  /// Whether the connection seems open, without a query.
  func stands() -> Bool { !isBroken && !handle.hasEnded() }

  /// Queues a statement, and before its first run its preparation.
  func send(_ statement: PostgresStatement) throws(StoreError) {
    let pointer = handle.pointer
    let (sql, parameters) = (statement.sql, statement.parameters)
    if prepared.insert(sql.operation).inserted {
      try check(PQsendPrepare(pointer, sql.operation, sql.text, 0, nil), sql.operation)
      awaited.append(.preparation(sql.operation))
    }
    let count = Int32(parameters.values.count)
    let sent = parameters.withArguments { arguments in
      PQsendQueryPrepared(
        pointer, sql.operation, count, arguments.addresses, arguments.lengths, arguments.formats, 1)
    }
    try check(sent, sql.operation)
    awaited.append(.statement(sql.operation))
  }

  /// Queues a point of synchronisation, from which on the server listens again after a failure.
  func synchronise() throws(StoreError) {
    try check(PQpipelineSync(handle.pointer), "synchronise")
    awaited.append(.synchronisation)
  }

  /// Sends queued bytes until the socket would block.
  func push() { _ = PQflush(handle.pointer) }

  /// Reads all answers, and calls `body` with those of the last `count` statements and their
  /// indexes; throws the first failure.
  func answers(
    until deadline: PostgresDeadline, toLast count: Int = 1,
    _ body: (_ place: Int, borrowing PostgresResult) throws(StoreError) -> Void
  ) throws(StoreError) {
    var failure: StoreError?
    let all = awaited
    awaited = []
    var place = count - all.count { $0.isStatement }
    for item in all where !isBroken {
      do throws(StoreError) {
        let result = try result(of: item, until: deadline)
        if item.isStatement, place >= 0 { try body(place, result) }
      } catch {
        failure = failure ?? error
      }
      if item.isStatement { place += 1 }
    }
    if let failure { throw failure }
  }

  /// The result of the queued statements, or their failure.
  private func result(
    of item: Awaited, until deadline: PostgresDeadline
  ) throws(StoreError) -> PostgresResult {
    var found: PostgresResult?
    // A statement and a preparation each have one result and an end; before it the end of the
    // previous one may arrive. No known server sends more.
    for _ in 1...4 {
      switch try nextResult(for: item, until: deadline) {
      case .some(let next):
        if item.isSynchronisation { return try check(next, item) }
        found = consume next
      case .none:
        if let found = found.take() { return try check(found, item) }
      }
    }
    isBroken = true
    throw StoreError(
      .unavailable, operation: item.operation, detail: "PostgreSQL answered out of turn")
  }

  private func nextResult(
    for item: Awaited, until deadline: PostgresDeadline
  ) throws(StoreError) -> PostgresResult? {
    do throws(PostgresOutage) {
      try handle.waitForResult(until: deadline)
    } catch {
      isBroken = true
      throw error.error(in: item.operation)
    }
    return handle.nextResult()
  }

  /// Returns the result if it is the expected one.
  private func check(
    _ result: consuming PostgresResult, _ item: Awaited
  ) throws(StoreError) -> PostgresResult {
    if result.isDone && !item.isSynchronisation { return result }
    if result.status == PGRES_PIPELINE_SYNC && item.isSynchronisation { return result }
    if case .preparation(let operation) = item { prepared.remove(operation) }
    if result.status == PGRES_PIPELINE_ABORTED {
      throw StoreError(
        .unavailable, operation: item.operation, detail: "a statement before it has failed")
    }
    let failure = result.failure
    if failure.spoilsConnection || handle.isBad { isBroken = true }
    throw failure.error(in: item.operation)
  }

  private func check(_ sent: Int32, _ operation: String) throws(StoreError) {
    guard sent != 1 else { return }
    isBroken = true
    throw PostgresOutage.lost(handle.message).error(in: operation)
  }
}

extension PostgresPipeline.Awaited {
  fileprivate var isStatement: Bool { if case .statement = self { true } else { false } }

  fileprivate var isSynchronisation: Bool {
    if case .synchronisation = self { true } else { false }
  }

  fileprivate var operation: String {
    switch self {
    case .preparation(let operation), .statement(let operation): operation
    case .synchronisation: "synchronise"
    }
  }
}

extension PostgresPipeline {
  /// Connects, and sets all that every session needs.
  ///
  /// - limits of time that the server keeps: for a statement, a lock, and a session that says
  ///   nothing within its transaction. `client_connection_check_interval` (from version 14 on)
  ///   makes the server notice that no client waits for a statement any more.
  /// - a commit is flushed to the disk: a server or a role that is set up otherwise is overruled
  /// - a plan is made once for each statement, not for each of its first five runs, and always
  ///   looks rows up by their keys: a plan made while a table was small would read all of it once
  ///   it is large, for as long as a minute, until the server has counted its rows
  static func open(
    _ address: PostgresAddress, first: inout Int, timeouts: PostgresTimeouts,
    until deadline: PostgresDeadline
  ) throws(StoreError) -> PostgresPipeline {
    let pipeline = try PostgresPipeline(
      .connect(to: address, first: &first, timeouts: timeouts, until: deadline))
    try pipeline.send(PostgresStatement(sql: setUp, parameters: parameters(timeouts)))
    try pipeline.synchronise()
    try pipeline.answers(until: deadline) { (_, _) throws(StoreError) in }
    return pipeline
  }

  /// A name that this version of the server does not know is skipped.
  private static let setUp = SQL(
    "set up the session",
    """
    SELECT pg_catalog.set_config(name, given.value, false)
    FROM unnest($1::text[], $2::text[]) AS given (name, value)
      JOIN pg_catalog.pg_settings USING (name)
    UNION ALL
    SELECT pg_catalog.set_config('synchronous_commit', 'on', false)
    WHERE pg_catalog.current_setting('synchronous_commit') IN ('off', 'local')
    """)

  /// Rows are looked up by index and in its order, and sets are joined by hashing.
  static let planning = [
    ("plan_cache_mode", "force_generic_plan"), ("jit", "off"), ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"), ("enable_nestloop", "off"), ("enable_mergejoin", "off"),
  ]

  private static func parameters(_ timeouts: PostgresTimeouts) -> PostgresParameters {
    let settings =
      [
        ("statement_timeout", "\(timeouts.statement.wholeMilliseconds)"),
        ("lock_timeout", "\(timeouts.lock.wholeMilliseconds)"),
        ("idle_in_transaction_session_timeout", "\(timeouts.idleInTransaction.wholeMilliseconds)"),
        ("client_connection_check_interval", "1000"),
        ("default_transaction_isolation", "read committed"),
      ] + planning
    var parameters = PostgresParameters()
    parameters.append(texts: settings.map(\.0))
    parameters.append(texts: settings.map(\.1))
    return parameters
  }
}
