import DatabaseFixture
import Foundation
import PostgresStore
import RideStore
import SQLiteStore
import Testing

/// A new database that counts what is asked of it.
final class CountedStore {
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite
    case postgres

    var testDescription: String { rawValue }
  }

  struct Cost: Equatable {
    var statements: Int
    /// How often the server's answer is waited for; 0 where there is no server.
    var waits: Int

    static func - (left: Cost, right: Cost) -> Cost {
      Cost(statements: left.statements - right.statements, waits: left.waits - right.waits)
    }
  }

  let session: any RideStore
  private let count: () -> Cost
  private let close: () -> Void

  init(_ kind: Kind) throws {
    switch kind {
    case .sqlite:
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "livery-counted-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appending(path: "livery.sqlite").path(percentEncoded: false)
      try SQLiteStore.migrate(path: path)
      let store = try SQLiteStore(path: path)
      // Each session asks once for the number of the schema.
      try store.checkSchema()
      session = store
      count = { Cost(statements: store.statementsRun, waits: 0) }
      close = { try? FileManager.default.removeItem(at: folder) }
    case .postgres:
      let database = try TestDatabase()
      let store = try PostgresStore(url: database.url, timeouts: .migration)
      // As above, for each connection.
      try store.checkSchema()
      session = store
      count = { Cost(statements: store.statementsRun, waits: store.roundTrips) }
      close = { withExtendedLifetime(database) {} }
    }
  }

  deinit { close() }

  var cost: Cost { count() }
}
