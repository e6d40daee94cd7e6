import Foundation
import MemoryStore
import RideStore
import SQLiteStore
import Testing

/// The stores that the conformance suite runs against: one more store is one more case, and a
/// fixture.
enum StoreKind: String, CaseIterable, Codable, CustomTestStringConvertible {
  case memory
  case sqlite
  case postgres

  var testDescription: String { rawValue }

  /// A database of its own, empty and migrated.
  func makeDatabase(busyTimeout: Duration = .seconds(300)) throws -> any StoreFixture {
    switch self {
    case .memory: MemoryFixture(database: MemoryDatabase(busyTimeout: busyTimeout))
    case .sqlite: try SQLiteFixture(busyTimeout: busyTimeout)
    case .postgres: try PostgresFixture(lockTimeout: busyTimeout)
    }
  }
}

/// A database for one test.
protocol StoreFixture: Sendable {
  /// Another session on the database, for the thread that asks.
  func session() throws -> any RideStore

  /// The same for the console.
  func consoleSession() throws -> any RideStore

  /// How many statements the session has run, nil for a store that has none.
  func statementsRun(by session: any RideStore) -> Int?
}

extension StoreFixture {
  func consoleSession() throws -> any RideStore { try session() }
}

struct MemoryFixture: StoreFixture {
  let database: MemoryDatabase

  func session() -> any RideStore { MemoryStore(database) }

  func statementsRun(by session: any RideStore) -> Int? { nil }
}

final class SQLiteFixture: StoreFixture {
  let folder: TemporaryFolder
  let busyTimeout: Duration
  var path: String { folder.path(of: "livery.sqlite") }

  init(busyTimeout: Duration) throws {
    self.busyTimeout = busyTimeout
    folder = try TemporaryFolder()
    try SQLiteStore.migrate(path: path)
  }

  func session() throws -> any RideStore { try SQLiteStore(path: path, busyTimeout: busyTimeout) }

  func statementsRun(by session: any RideStore) -> Int? {
    (session as? SQLiteStore)?.statementsRun
  }
}

/// A folder of a test's own; all of them are removed at the end of the process, since a session may
/// outlive the fixture that opened it, and needs its file.
final class TemporaryFolder: Sendable {
  let url: URL

  private static let root: URL = {
    let root = FileManager.default.temporaryDirectory
      .appending(path: "livery-stores-\(UUID().uuidString)")
    atexit { try? FileManager.default.removeItem(at: TemporaryFolder.root) }
    return root
  }()

  init() throws {
    url = Self.root.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(of name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
}
