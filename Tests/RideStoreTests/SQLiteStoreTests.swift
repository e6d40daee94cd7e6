import CSQLite
import Foundation
import MachineFixture
import RideStore
import Rides
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("The SQLite store")
struct SQLiteStoreTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "livery.sqlite")
  }

  @Test("A file that is not migrated has the wrong schema, and the advice is to migrate")
  func notMigrated() throws {
    try Data().write(to: URL(filePath: path))
    let store = try SQLiteStore(path: path)
    let error = #expect(throws: StoreError.self) { try store.checkSchema() }
    #expect(error?.code == .wrongSchema)
    #expect(error?.detail.contains("livery migrate") == true)
    #expect(storeError { _ = try store.rides([RideIdentifier("a")]) } == .wrongSchema)
  }

  @Test("A second migration finds nothing to do and keeps the rides")
  func migrateTwice() throws {
    let first = try SQLiteStore.migrate(path: path)
    #expect(first.before == .none)
    #expect(first.applied.count == SQLiteMigrations.all.steps.count)
    try SQLiteStore(path: path).insertAndCommit(ride("a"))
    let second = try SQLiteStore.migrate(path: path)
    #expect(second.applied.isEmpty)
    #expect(second.before == first.after)
    let store = try SQLiteStore(path: path)
    try store.checkSchema()
    #expect(try store.ride("a") == ride("a"))
  }

  @Test("Of several migrations at once each step is applied by one")
  func migrateAtOnce() throws {
    let reports = Mutex<[Result<MigrationReport, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { [path] _ in
      let report = Result { try SQLiteStore.migrate(path: path, busyTimeout: .seconds(300)) }
      reports.withLock { $0.append(report) }
    }
    let all = try reports.withLock { $0 }.map { try $0.get() }
    #expect(all.map(\.applied.count).reduce(0, +) == SQLiteMigrations.all.steps.count)
  }

  @Test("A database of a newer build is refused")
  func newer() throws {
    try SQLiteStore.migrate(path: path)
    try run("PRAGMA user_version = 1000")
    let store = try SQLiteStore(path: path)
    #expect(storeError { try store.checkSchema() } == .wrongSchema)
    let error = #expect(throws: StoreError.self) { try SQLiteStore.migrate(path: path) }
    #expect(error?.code == .wrongSchema)
    #expect(error?.detail.contains("newer build") == true)
  }

  @Test("A database of another program is left alone")
  func foreign() throws {
    try run("CREATE TABLE music (title TEXT)")
    let error = #expect(throws: StoreError.self) { try SQLiteStore.migrate(path: path) }
    #expect(error?.code == .failed)
    #expect(error?.detail.contains("another program") == true)
  }

  @Test("A missing folder is named")
  func missingFolder() throws {
    let missing = folder.path(of: "no/such/livery.sqlite")
    let error = #expect(throws: StoreError.self) { try SQLiteStore.migrate(path: missing) }
    #expect(error?.code == .failed)
    #expect(error?.operation.contains(missing) == true)
    #expect(error?.detail.contains("its folder must exist") == true)
  }

  @Test("A file that is not there is not made by opening it")
  func missingFile() throws {
    let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
    #expect(error?.code == .wrongSchema)
    #expect(error?.detail.contains("livery migrate") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Only its owner may read the file and SQLite's other files")
  func mode() throws {
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.insertAndCommit(ride("a"))
    for file in [path, path + "-wal", path + "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }

  @Test("A file that its owner has opened to others keeps its mode")
  func keptMode() throws {
    try Data().write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: path)
    try SQLiteStore.migrate(path: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o660)
  }

  @Test("A migration leaves the other sessions of its process their locks on the file")
  func keptLocks() throws {
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.insertAndCommit(ride("a"))
    try SQLiteStore.migrate(path: path)
    // Who finds no lock but its own takes itself for the last user, and removes the log.
    try openAndCloseElsewhere()
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(try store.ride("a") == ride("a"))
  }

  /// Has another process read the database, and end.
  private func openAndCloseElsewhere() throws {
    let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
    let other = try ChildProcess.run(
      URL(filePath: "/usr/bin/python3"),
      ["-c", script + "c.execute('SELECT count(*) FROM rides'); c.close()", path])
    try #require(other.exitCode == 0)
  }

  @Test("Each commit is flushed to the disk: synchronous is FULL, which is 2")
  func synchronous() throws {
    try SQLiteStore.migrate(path: path)
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: .zero)
    let sql = SQL("read synchronous", "PRAGMA synchronous")
    #expect(try connection.rows(sql) { (row) throws(StoreError) in try row.int() } == [2])
  }

  @Test("A removed file is unavailable, and its replacement is opened")
  func replaced() throws {
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.insertAndCommit(ride("a"))
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
    #expect(storeError { try store.begin(.read) } == .unavailable)
    #expect(storeError { try store.checkSchema() } == .unavailable)
    try SQLiteStore.migrate(path: path)
    try store.insertAndCommit(ride("b"))
    let other = try SQLiteStore(path: path)
    #expect(try other.ride("b") == ride("b"))
    #expect(try other.ride("a") == nil)
  }

  @Test("A file that is no database is refused")
  func notADatabase() throws {
    try Data(repeating: 0x61, count: 4096).write(to: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
    #expect(error?.code == .failed)
    #expect(error?.detail.contains("SQLITE_NOTADB") == true)
  }

  @Test("A database in memory is refused, it could not be shared")
  func inMemory() throws {
    #expect(storeError { _ = try SQLiteStore(path: ":memory:") } == .wrongSchema)
  }

  @Test("A conflict bears SQLite's own name for it")
  func constraintName() throws {
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.insertAndCommit(ride("a", rider: "r"))
    let same = #expect(throws: StoreError.self) { try store.insertAndCommit(ride("a")) }
    #expect(same?.detail.contains("SQLITE_CONSTRAINT_PRIMARYKEY") == true)
    let slot = #expect(throws: StoreError.self) {
      try store.insertAndCommit(ride("b", rider: "r"))
    }
    #expect(slot?.detail.contains("SQLITE_CONSTRAINT_UNIQUE") == true)
    #expect(slot?.operation == "insert rides")
  }

  @Test("A store that is locked bears SQLite's own name for it")
  func busyName() throws {
    try SQLiteStore.migrate(path: path)
    let first = try SQLiteStore(path: path)
    let second = try SQLiteStore(path: path, busyTimeout: .zero)
    try first.begin(.write)
    let error = #expect(throws: StoreError.self) { try second.begin(.write) }
    #expect(error?.code == .unavailable)
    #expect(error?.detail.contains("SQLITE_BUSY") == true)
  }

  @Test("A damaged row is reported, not guessed")
  func damagedRow() throws {
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.insertAndCommit(ride("a"))
    try run("UPDATE rides SET phase = 'flying'")
    let error = #expect(throws: StoreError.self) { try store.rides([RideIdentifier("a")]) }
    #expect(error?.code == .failed)
    #expect(error?.detail.contains("flying") == true)
  }

  @Test("The file works with a write-ahead log")
  func writeAheadLog() throws {
    try SQLiteStore.migrate(path: path)
    try SQLiteStore(path: path).insertAndCommit(ride("a"))
    let store = try SQLiteStore(path: path)
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(try store.ride("a") == ride("a"))
  }

  @Test("The log grows beside a long reader, and is cut to its limit once that has ended")
  func logBesideReader() throws {
    try SQLiteStore.migrate(path: path)
    let (reader, writer) = (try SQLiteStore(path: path), try SQLiteStore(path: path))
    func logSize() throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
      return try #require(attributes[.size] as? Int)
    }
    try reader.begin(.read)
    _ = try reader.ride("none")
    var count = 0
    while try logSize() <= 2 * SQLiteConnection.logLimit {
      try #require(count < 100)
      count += 1
      var large = ride("\(count)")
      large.document = Array(repeating: UInt8(ascii: "x"), count: 4 << 20)
      try writer.insertAndCommit(large)
    }
    try reader.commit()
    // The first writes the log back, the next begins it anew.
    for name in ["a", "b"] { try writer.insertAndCommit(ride(name)) }
    #expect(try logSize() <= SQLiteConnection.logLimit)
  }

  private func run(_ sql: String) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }
}
