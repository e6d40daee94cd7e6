import DatabaseFixture
import Foundation
import PostgresStore
import RideStore
import Synchronization
import Testing

/// A schema of a test's own in the database of the server that tests share.
///
/// It is migrated like a database. All of them are removed at the end of the process, since a
/// session may outlive the fixture that opened it.
final class PostgresFixture: StoreFixture {
  /// Of the database, with the schema as the only place where names are sought.
  let url: String
  let timeouts: PostgresTimeouts

  init(lockTimeout: Duration = .seconds(20), isMigrated: Bool = true) throws {
    timeouts = PostgresTimeouts(
      transaction: .seconds(60), statement: .seconds(50), lock: lockTimeout,
      idleInTransaction: .seconds(60))
    let schema = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    let server = try TestDatabase.sharedServer()
    var components = try #require(URLComponents(string: server))
    components.queryItems =
      (components.queryItems ?? []) + [
        URLQueryItem(name: "options", value: "-csearch_path=\(schema)"),
        URLQueryItem(name: "application_name", value: schema),
      ]
    url = try #require(components.string)
    Self.made.withLock { $0.append(schema) }
    try DatabaseStatements.run("CREATE SCHEMA \(schema)", on: server)
    Self.removal
    if isMigrated { try PostgresStore.migrate(url: url) }
  }

  func session() throws -> any RideStore { try PostgresStore(url: url, timeouts: timeouts) }

  func statementsRun(by session: any RideStore) -> Int? {
    (session as? PostgresStore)?.statementsRun
  }

  /// Runs statements in the schema; gives back the rows of the last.
  @discardableResult
  func run(_ statements: String) throws -> [[String?]] {
    try DatabaseStatements.run(statements, on: url)
  }

  /// Returns when a session of the test waits for a lock.
  func waitUntilBlocked() throws {
    try waitUntil(
      """
      SELECT 1 FROM pg_stat_activity
      WHERE application_name = current_setting('application_name') AND wait_event_type = 'Lock'
      """)
  }

  /// Returns when a query gives a row.
  func waitUntil(_ query: String) throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try run(query).isEmpty {
      try #require(ContinuousClock.now < deadline, "within 30 s this gave no row: \(query)")
      usleep(5_000)
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
