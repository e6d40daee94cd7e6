import Dispatch
import RideStore
import Rides
import Synchronization
import Testing

@testable import PostgresStore

@Suite("A migration waits for a lock without stopping the fleet")
struct MigrationLockTests {
  /// The last schema before a step that locks the rides.
  static let before = PostgresMigrations.all.number
  static let later = PostgresMigrations.all.followed(by: [.deferred])

  let fixture: PostgresFixture
  let reader: PostgresStore

  init() throws {
    let fixture = try PostgresFixture(isMigrated: false)
    self.fixture = fixture
    try fixture.bring()
    reader = try PostgresStore(url: fixture.url, timeouts: fixture.timeouts)
    try reader.insertAndCommit(ride("a"))
    try reader.begin(.read)
    _ = try reader.ride("a")
  }

  @Test("Behind a long reader the fleet continues to write, and it succeeds once the reader ends")
  func behindReader() throws {
    // Before the migration, which is in this state, too, between two statements.
    let pid = try fixture.readerProcess()
    let (waited, mayRetry) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let waits = Mutex<[MigrationWait]>([])
    let migration = BackgroundWork { [fixture] in
      try fixture.bring(to: Self.later, isFinishing: true) { wait in
        waits.withLock { $0.append(wait) }
        waited.signal()
        return mayRetry.wait(timeout: .now() + 60) == .success
      }
    }
    try fixture.waitUntilBlocked()
    // It waits behind the migration, which waits for the reader.
    let writer = try PostgresStore(url: fixture.url, timeouts: fixture.timeouts)
    try writer.insertAndCommit(ride("b"))
    #expect(try fixture.schema() == Self.before)
    #expect(waited.wait(timeout: .now() + 60) == .success)
    let wait = try #require(waits.withLock { $0 }.first)
    #expect(wait.blockers.count == 1)
    #expect(wait.description.contains("attempt 1 of 10 got no lock, held by pid \(pid) (user "))
    #expect(wait.description.contains("state idle in transaction, transaction of "))
    try reader.commit()
    mayRetry.signal()
    #expect(try migration.outcome().applied == [SchemaStep.deferred.name])
    #expect(try writer.rides(["a", "b"].map { RideIdentifier($0) }).count == 2)
  }

  @Test("Behind a reader that does not end it gives up, names the session, and changes nothing")
  func givesUp() throws {
    let pid = try fixture.readerProcess()
    let limits = PostgresTimeouts(lock: .milliseconds(200))
    var attempts: [Int] = []
    let error = #expect(throws: StoreError.self) {
      try fixture.bring(to: Self.later, isFinishing: true, timeouts: limits) { wait in
        attempts.append(wait.attempt)
        return true
      }
    }
    #expect(attempts == Array(1...9))
    #expect(error?.code == .unavailable)
    for part in ["10 attempts", "held by pid \(pid) ", "nothing was changed", "again"] {
      #expect(error?.detail.contains(part) == true, "\(error?.detail ?? "")")
    }
    #expect(try fixture.schema() == Self.before)
    #expect(try fixture.run("SELECT to_regclass('rides_by_age')") == [["rides_by_age"]])
    try reader.commit()
  }

  @Test("A stop between two attempts ends it")
  func stopped() throws {
    let limits = PostgresTimeouts(lock: .milliseconds(200))
    let error = #expect(throws: StoreError.self) {
      try fixture.bring(to: Self.later, isFinishing: true, timeouts: limits) { _ in false }
    }
    #expect(error?.detail.contains("after 1 attempt the lock") == true)
  }

  @Test("A role that may not see the session of another says so")
  func invisible() throws {
    let limits = PostgresTimeouts(lock: .seconds(60))
    let worker = try PostgresStore(url: fixture.workerURL)
    #expect(try worker.sessions(blocking: 0) == [])
    let migration = BackgroundWork { [fixture] in
      try fixture.bring(to: Self.later, isFinishing: true, timeouts: limits)
    }
    // On a busy machine a wait for a lock may be over before another session looks at it.
    var seen: [String] = []
    for _ in 0..<100 where seen.isEmpty {
      seen = try worker.sessions(blocking: try fixture.waitUntilBlocked())
    }
    let expected = "state not visible, transaction of not visible"
    #expect(seen.count == 1 && seen.allSatisfy { $0.contains(expected) }, "\(seen)")
    try reader.commit()
    #expect(try migration.outcome().applied.count == 1)
  }

  @Test("Each attempt follows after a longer pause, up to 8 s, and the tenth is the last")
  func pauses() {
    var attempts = MigrationAttempts()
    var pauses: [Duration] = []
    for number in 1...9 {
      attempts.fail(number == 1 ? ["pid 1"] : [])
      guard let wait = attempts.next({ $0.upperBound }) else { break }
      #expect(wait.attempt == number && wait.limit == 10 && wait.blockers == ["pid 1"])
      pauses.append(wait.pause)
    }
    #expect(pauses == [1.25, 2.5, 5, 10, 10, 10, 10, 10, 10].map { .seconds($0) })
    attempts.fail([])
    #expect(attempts.next() == nil)
  }

  @Test("Each step names the tables that it locks, so that they can be locked before the first")
  func locks() throws {
    let fixture = try PostgresFixture(isMigrated: false)
    var applied: [SchemaStep] = []
    for step in Self.later.steps.map(\.step) {
      let names = try fixture.run(Self.tables).compactMap { $0[0] }
      let locked = try fixture.run(
        """
        BEGIN; \(step.sql);
        SELECT relname FROM pg_locks JOIN (\(Self.tables)) AS tables ON relation = oid
        WHERE pid = pg_backend_pid() AND mode = 'AccessExclusiveLock'
        """)
      let found = Set(locked.compactMap { $0[0] }).intersection(names)
      #expect(found == Set(step.locks), "\(step.name)")
      applied.append(step)
      try fixture.bring(
        to: SchemaHistory(applied, from: Self.before.version), isFinishing: true)
    }
  }

  private static let tables = """
    SELECT relname, oid FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    """
}

extension PostgresFixture {
  /// The number of the schema.
  fileprivate func schema() throws -> SchemaNumber {
    let row = try #require(try run(PostgresMigrations.selectNumber).first)
    return SchemaNumber(
      version: try #require(row[0].flatMap { Int($0) }),
      revision: try #require(row[1].flatMap { Int($0) }))
  }

  /// The process of the one session that is idle in a transaction.
  fileprivate func readerProcess() throws -> String {
    let found = try run(
      """
      SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction'
        AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()
      """)
    try #require(found.count == 1)
    return try #require(found.first?[0])
  }
}
