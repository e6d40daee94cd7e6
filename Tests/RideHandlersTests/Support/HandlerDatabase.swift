import DatabaseFixture
import Foundation
import MemoryStore
import PostgresStore
import RideStore
import SQLiteStore
import Synchronization
import Testing

/// A new database for a test in which several workers meet.
final class HandlerDatabase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let open: @Sendable () throws -> any RideStore

  private init(_ name: String, open: @escaping @Sendable () throws -> any RideStore) {
    testDescription = name
    self.open = open
  }

  /// One of each kind, for one test.
  static var allCases: [HandlerDatabase] { [memory, sqlite, postgres] }

  private static var memory: HandlerDatabase {
    let database = MemoryDatabase(busyTimeout: .seconds(20))
    return HandlerDatabase("memory") { MemoryStore(database) }
  }

  private static var sqlite: HandlerDatabase {
    let path = folder.appending(path: "\(UUID().uuidString).sqlite").path(percentEncoded: false)
    let isMigrated = Mutex(false)
    return HandlerDatabase("sqlite") {
      try isMigrated.withLock { isMigrated in
        if !isMigrated { try SQLiteStore.migrate(path: path) }
        isMigrated = true
      }
      return try SQLiteStore(path: path, busyTimeout: .seconds(20))
    }
  }

  /// Where two sessions write at once, and lock rows.
  static var postgres: HandlerDatabase {
    let made = Mutex<TestDatabase?>(nil)
    return HandlerDatabase("postgres") {
      let url = try made.withLock { made in
        let database = try made ?? TestDatabase()
        made = database
        return database.url
      }
      return try PostgresStore(url: url, timeouts: .patient())
    }
  }

  /// Removed at the end of the process, since a session may outlive its test.
  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "livery-handlers-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: HandlerDatabase.folder) }
    return folder
  }()

  /// Sessions of their own, each for one thread.
  func sessions(_ count: Int) throws -> [any RideStore] {
    try (0..<count).map { _ in try open() }
  }
}
