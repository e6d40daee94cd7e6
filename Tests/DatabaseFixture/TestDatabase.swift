import Foundation
import PostgresStore
import Synchronization

/// A database of a test's own on the server that tests share; it is dropped with the last reference
/// to it, and remaining connections to it are closed.
///
/// `LIVERY_TEST_POSTGRES_URL` is the URL of a role that may create databases.
package final class TestDatabase: Sendable {
  /// What a database has at first.
  package enum Content: Sendable {
    /// No table at all.
    case nothing
    /// The schema of this build.
    case schema
  }

  /// For libpq.
  package let url: String
  private let name: String
  private let administration: String

  /// Makes a database on the shared server.
  package convenience init(_ content: Content = .schema) throws {
    let url = try Self.sharedServer()
    try self.init(template: content == .schema ? try Self.template(on: url) : nil, on: url)
  }

  private init(template: String?, on url: String) throws {
    administration = url
    name = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    self.url = try Self.url(url, database: name)
    // template0 is never changed, and has no connections.
    try DatabaseStatements.run(
      "CREATE DATABASE \(name) TEMPLATE \(template ?? "template0")", on: administration)
  }

  deinit {
    _ = try? DatabaseStatements.run(
      "DROP DATABASE IF EXISTS \(name) WITH (FORCE)", on: administration)
  }

  /// Copies a database to which nothing is connected.
  package func copied() throws -> TestDatabase {
    try TestDatabase(template: name, on: administration)
  }

  /// Runs statements in the database, one transaction if there are several; gives back the rows of
  /// the last, each with its columns as text.
  @discardableResult
  package func run(_ statements: String) throws -> [[String?]] {
    try DatabaseStatements.run(statements, on: url)
  }

  /// The URL of the server that tests share.
  package static func sharedServer() throws -> String {
    let name = "LIVERY_TEST_POSTGRES_URL"
    guard let url = ProcessInfo.processInfo.environment[name], !url.isEmpty else {
      throw DatabaseFixtureError(
        "expected \(name) to be set: run deploy/test, or start one by Tests/Lab/database")
    }
    return url
  }

  private static let migrated = Mutex<TestDatabase?>(nil)

  /// The name of a database with the schema, to copy others from: that is faster than to migrate
  /// each.
  private static func template(on url: String) throws -> String {
    try migrated.withLock { migrated in
      if let migrated { return migrated.name }
      let database = try TestDatabase(template: nil, on: url)
      _ = try PostgresStore.migrate(url: database.url)
      migrated = database
      return database.name
    }
  }

  private static func url(_ url: String, database: String) throws -> String {
    guard var components = URLComponents(string: url) else {
      throw DatabaseFixtureError("LIVERY_TEST_POSTGRES_URL: expected a postgresql:// URL")
    }
    components.path = "/\(database)"
    return components.string ?? url
  }
}
