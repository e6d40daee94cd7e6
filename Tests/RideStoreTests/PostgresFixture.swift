import DatabaseFixture
import Foundation
import RideStore
import Synchronization
import Testing

@testable import PostgresStore

/// A schema of a test's own in the database of the server that tests share.
///
/// It is migrated like a database, by the owner of its tables; sessions have the least rights with
/// which a worker works, or the console. All schemas are removed at the end of the process, since a
/// session may outlive the fixture that opened it.
final class PostgresFixture: StoreFixture {
  /// Of the database as its owner, with the schema as the only place where names are sought.
  let url: String
  /// The same as a worker.
  let workerURL: String
  /// The same as the console.
  let consoleURL: String
  let timeouts: PostgresTimeouts

  init(lockTimeout: Duration = .seconds(300), isMigrated: Bool = true) throws {
    timeouts = .patient(lock: lockTimeout)
    let schema = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    let server = try TestDatabase.sharedServer()
    var components = try #require(URLComponents(string: server))
    components.queryItems =
      (components.queryItems ?? []) + [
        URLQueryItem(name: "options", value: "-csearch_path=\(schema)"),
        URLQueryItem(name: "application_name", value: schema),
      ]
    url = try #require(components.string)
    components.user = Self.worker
    components.password = Self.worker
    workerURL = try #require(components.string)
    components.user = Self.console
    components.password = Self.console
    consoleURL = try #require(components.string)
    Self.made.withLock { $0.append(schema) }
    _ = try Self.roles.get()
    try DatabaseStatements.run(
      "CREATE SCHEMA \(schema); GRANT USAGE ON SCHEMA \(schema) TO \(Self.worker)", on: server)
    Self.removal
    if isMigrated { try migrate() }
  }

  /// Makes the tables and gives the worker and the console their rights.
  @discardableResult
  func migrate() throws -> MigrationReport {
    let report = try bring()
    for (part, role) in [(PostgresGrants.Part.worker, Self.worker), (.console, Self.console)] {
      try run(try #require(PostgresGrants(of: part).statements(for: role)).joined())
    }
    return report
  }

  /// Makes or changes the tables, beside those of the other tests.
  @discardableResult
  func bring(
    to schema: SchemaHistory = PostgresMigrations.all, isFinishing: Bool = false,
    timeouts: PostgresTimeouts = .migration, retry: (MigrationWait) -> Bool = { _ in true }
  ) throws -> MigrationReport {
    try PostgresStore.migrate(
      url: url, timeouts: timeouts, to: schema,
      MigrationOptions(isFinishing: isFinishing, isOfSecondFleet: true), retry: retry)
  }

  func session() throws -> any RideStore {
    try PostgresStore(url: self.workerURL, timeouts: timeouts)
  }

  func consoleSession() throws -> any RideStore {
    try PostgresStore(url: self.consoleURL, timeouts: timeouts)
  }

  func statementsRun(by session: any RideStore) -> Int? {
    (session as? PostgresStore)?.statementsRun
  }

  /// Runs statements in the schema; gives back the rows of the last.
  @discardableResult
  func run(_ statements: String) throws -> [[String?]] {
    try DatabaseStatements.run(statements, on: url)
  }

  /// Returns when a session of the test waits for a lock, with its process.
  @discardableResult
  func waitUntilBlocked() throws -> Int32 {
    let process = try waitUntil(
      """
      SELECT pid FROM pg_stat_activity
      WHERE application_name = current_setting('application_name') AND wait_event_type = 'Lock'
      """)
    return try #require(process.flatMap { Int32($0) })
  }

  /// Returns the first value when a query gives a row.
  @discardableResult
  func waitUntil(_ query: String) throws -> String? {
    let deadline = ContinuousClock.now + .seconds(600)
    while true {
      if let row = try run(query).first { return row[0] }
      try #require(ContinuousClock.now < deadline, "this gave no row: \(query)")
      usleep(5_000)
    }
  }

  /// Roles that own nothing, and their passwords.
  static let worker = "livery_test_worker"
  static let console = "livery_test_console"

  /// The owner becomes a member of the roles, so that it sees what their sessions do.
  private static let roles = Result {
    for role in [worker, console] {
      try DatabaseStatements.run(
        """
        DO $$
        BEGIN
          CREATE ROLE \(role) LOGIN PASSWORD '\(role)';
          GRANT \(role) TO CURRENT_USER;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
          NULL;
        END
        $$
        """, on: try TestDatabase.sharedServer())
    }
  }

  private static let made = Mutex<[String]>([])

  /// Asked for after the first connection: OpenSSL cleans up when the process ends too, and what
  /// was asked for last is done first.
  private static let removal: Void = {
    atexit {
      guard let server = try? TestDatabase.sharedServer() else { return }
      for schema in PostgresFixture.made.withLock({ $0 }) {
        _ = try? DatabaseStatements.run("DROP SCHEMA IF EXISTS \(schema) CASCADE", on: server)
      }
    }
  }()
}
