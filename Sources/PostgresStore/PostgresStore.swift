package import RideStore
package import Rides

/// A session on a PostgreSQL server that the workers of any number of machines share.
///
/// One thread owns it. Every wait is limited: all waits of a transaction share one deadline, after
/// which the connection is dropped, and the server has its own limits. The next `begin` replaces a
/// bad connection.
///
/// Writes are queued and need no own round trip: their answers and conflicts arrive with those of
/// the next read or of the commit. A write that changes an unexpected number of rows fails on the
/// server, which then skips the commit after it.
///
/// Transactions are READ COMMITTED, and snapshots REPEATABLE READ. A statement that waited for a
/// row rereads it, so conditions are checked against its newest state.
package final class PostgresStore: RideStore {
  private let url: () -> String
  private let timeouts: PostgresTimeouts
  /// The host that a connection is sought on first.
  private var firstHost = 0
  private var pipeline: PostgresPipeline?

  private var mode: TransactionMode?
  /// Whether `BEGIN` was sent; it is sent together with the first statement.
  private var hasBegun = false
  /// Writes that are sent together with the next statement that needs an answer.
  private var queued: [PostgresStatement] = []
  private var deadline: PostgresDeadline
  /// Why the transaction can only be rolled back.
  private var failure: StoreError?
  /// What the database must have; that of other builds in tests.
  var schema = PostgresMigrations.all

  /// How many statements this session has run, `BEGIN` and `COMMIT` included.
  package private(set) var statementsRun = 0
  /// How often this session has sent statements and waited for their answers.
  package private(set) var roundTrips = 0
  package private(set) var timeInStore = Duration.zero

  /// Names the database; the first transaction connects to it.
  ///
  /// The URL is read at each connection, since a password may change. Throws `failed` for an
  /// invalid one.
  package init(
    url: @autoclosure @escaping () -> String, timeouts: PostgresTimeouts = .standard
  ) throws(StoreError) {
    self.url = url
    _ = try PostgresAddress(url: url())
    self.timeouts = timeouts
    deadline = PostgresDeadline(after: .zero)
  }

  package func checkSchema() throws(StoreError) {
    let (number, missing) = try foundSchema()
    do throws(StoreError) {
      try schema.check(number)
      try SchemaHistory.check(lacking: missing)
    } catch {
      guard let place = try? place() else { throw error }
      throw place.located(error)
    }
  }

  /// The number of the schema, and the tables that the database lacks of this build's.
  private func foundSchema() throws(StoreError) -> (SchemaNumber, missing: [String]) {
    var parameters = PostgresParameters()
    parameters.append(texts: schema.tables)
    do throws(StoreError) {
      return try read(Self.selectSchema, parameters) { (row) throws(StoreError) in
        let number = SchemaNumber(version: try row.int(), revision: try row.int())
        return (number, missing: try row.texts())
      }.first ?? (.none, [])
    } catch {
      guard error.code == .wrongSchema else { throw error }
      return (.none, [])
    }
  }

  package func time() throws(StoreError) -> Instant? {
    try read(Self.selectTime, PostgresParameters()) { (row) throws(StoreError) in
      try row.instant()
    }.first
  }

  package func begin(_ mode: TransactionMode) throws(StoreError) {
    precondition(self.mode == nil, "a session has one transaction at a time")
    deadline = PostgresDeadline(after: timeouts.transaction)
    try timed { () throws(StoreError) in _ = try connected() }
    self.mode = mode
    hasBegun = false
    queued = []
    failure = nil
  }

  package func commit() throws(StoreError) {
    precondition(mode != nil, "there is no transaction to commit")
    precondition(failure == nil, "a transaction whose write has failed can only be rolled back")
    if hasBegun || !queued.isEmpty {
      try attempt { (pipeline) throws(StoreError) in try commit(on: pipeline) }
    }
    mode = nil
  }

  package func rollBack() {
    defer {
      mode = nil
      queued = []
      failure = nil
    }
    guard mode != nil, hasBegun, let pipeline else { return }
    let patience = deadline.or(after: .seconds(1))
    do throws(StoreError) {
      try timed { () throws(StoreError) in
        try send(PostgresStatement(sql: Self.rollBack), on: pipeline)
        try pipeline.synchronise()
        try pipeline.answers(until: patience) { (_, _) throws(StoreError) in }
      }
    } catch {
      // The server rolls back the open transaction of a closed connection.
      self.pipeline = nil
    }
  }

  private static let beginRead = SQL("begin to read", "BEGIN READ ONLY")
  private static let beginSnapshot = SQL(
    "begin a snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  private static let beginWrite = SQL("begin to write", "BEGIN")
  private static let commit = SQL("commit", "COMMIT")
  private static let rollBack = SQL("roll back", "ROLLBACK")
  /// Not `now()`, which is the moment when the transaction began.
  private static let selectTime = SQL("tell the time", "SELECT clock_timestamp()")
  private static let selectSchema = SQL(
    "check schema",
    """
    SELECT version, revision,
      ARRAY(SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL)
    FROM (\(PostgresMigrations.selectNumber)) AS newest
    """)
}

extension PostgresStore {
  /// The number of the connection, if there is one.
  var connectionNumber: UInt64? { pipeline?.number }

  var isWriting: Bool { mode == .write }

  /// The rows of a statement.
  func read<Row>(
    _ sql: SQL, _ parameters: PostgresParameters,
    decode: (inout PostgresRow) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    try ask(sql, parameters) { (result) throws(StoreError) in
      try result.rows(in: sql.operation, decode: decode)
    }
  }

  /// Writes within the transaction, some time until its commit.
  func write(_ sql: SQL, _ parameters: PostgresParameters) throws(StoreError) {
    precondition(isWriting, "\(sql.operation) needs a transaction that writes")
    if let failure { throw failure }
    queued.append(PostgresStatement(sql: sql, parameters: parameters))
  }

  /// Writes within the transaction; returns the rows of the statement.
  func write<Row>(
    _ sql: SQL, _ parameters: PostgresParameters,
    decode: (inout PostgresRow) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    precondition(isWriting, "\(sql.operation) needs a transaction that writes")
    return try read(sql, parameters, decode: decode)
  }

  /// Writes within the transaction; returns the number of written rows.
  func count(_ sql: SQL, _ parameters: PostgresParameters) throws(StoreError) -> Int {
    precondition(isWriting, "\(sql.operation) needs a transaction that writes")
    return try ask(sql, parameters) { (result) throws(StoreError) in result.changes ?? 0 }
  }

  private func ask<Answer>(
    _ sql: SQL, _ parameters: PostgresParameters,
    answer: (borrowing PostgresResult) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    var found: Answer?
    try ask([PostgresStatement(sql: sql, parameters: parameters)]) {
      (_, result) throws(StoreError) in
      found = try answer(result)
    }
    guard let found else { preconditionFailure("a statement was sent, so there is an answer") }
    return found
  }

  /// Runs statements in one round trip, and calls `body` with the answer and the index of each.
  func ask(
    _ statements: [PostgresStatement],
    _ body: (_ place: Int, borrowing PostgresResult) throws(StoreError) -> Void
  ) throws(StoreError) {
    if mode == nil { deadline = PostgresDeadline(after: timeouts.transaction) }
    try attempt { (pipeline) throws(StoreError) in
      try sendQueued(and: statements, on: pipeline)
      roundTrips += 1
      try pipeline.answers(until: deadline, toLast: statements.count, body)
    }
  }

  /// Commits; a transaction that only read does not wait for the answer.
  private func commit(on pipeline: PostgresPipeline) throws(StoreError) {
    guard !deadline.hasPassed else {
      self.pipeline = nil
      throw PostgresOutage.tooSlow.error(in: Self.commit.operation)
    }
    try sendQueued(and: [PostgresStatement(sql: Self.commit)], on: pipeline)
    guard isWriting else { return pipeline.push() }
    roundTrips += 1
    var tag: String?
    try pipeline.answers(until: deadline) { (_, result) throws(StoreError) in tag = result.tag }
    // PostgreSQL answers thus, and with no error, where the transaction has failed before.
    guard tag == "COMMIT" else {
      let detail = "PostgreSQL has answered \(tag ?? "nothing")"
      throw StoreError(.unavailable, operation: Self.commit.operation, detail: detail)
    }
  }

  /// Sends the queued and the given statements together, up to a synchronization point.
  ///
  /// There the server counts the session as idle, and releases its locks after a while: a stopped
  /// process does not delay other sessions for long.
  private func sendQueued(
    and statements: [PostgresStatement], on pipeline: PostgresPipeline
  ) throws(StoreError) {
    if let mode, !hasBegun {
      let beginLooking = mode == .snapshot ? Self.beginSnapshot : Self.beginRead
      let begin = mode == .write ? Self.beginWrite : beginLooking
      try send(PostgresStatement(sql: begin), on: pipeline)
      hasBegun = true
    }
    let all = queued + statements
    queued = []
    for statement in all { try send(statement, on: pipeline) }
    try pipeline.synchronise()
  }

  private func send(
    _ statement: PostgresStatement, on pipeline: PostgresPipeline
  ) throws(StoreError) {
    statementsRun += 1
    try pipeline.send(statement)
  }

  /// Calls `body` with the connection; after any error the transaction can only be rolled back, and
  /// an unusable connection is dropped.
  private func attempt<Result>(
    _ body: (PostgresPipeline) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if let failure { throw failure }
    do throws(StoreError) {
      return try timed { () throws(StoreError) in
        try body(try mode == nil ? connected() : current())
      }
    } catch {
      if mode != nil { failure = error }
      if pipeline?.isBroken == true { pipeline = nil }
      throw error
    }
  }

  /// Calls `body`, which sends to the server or waits for it, and adds its duration to the total.
  private func timed<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let start = ContinuousClock.now
    defer { timeInStore += .now - start }
    return try body()
  }

  private func current() throws(StoreError) -> PostgresPipeline {
    guard let pipeline else { throw PostgresOutage.lost("").error(in: "use PostgreSQL") }
    return pipeline
  }

  /// The connection, replaced by a new one if it has ended.
  private func connected() throws(StoreError) -> PostgresPipeline {
    if let pipeline, pipeline.stands() { return pipeline }
    pipeline = nil
    let opened = try PostgresPipeline.open(
      try PostgresAddress(url: url()), first: &firstHost, timeouts: timeouts, until: deadline)
    pipeline = opened
    return opened
  }
}
