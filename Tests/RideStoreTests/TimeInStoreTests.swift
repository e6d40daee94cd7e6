import RideStore
import Rides
import Testing

@testable import SQLiteStore

@Suite("A session adds up how long it has waited for the database")
struct TimeInStoreTests {
  @Test("A store without a database to wait for has waited for nothing")
  func memory() throws {
    let store = try StoreKind.memory.makeDatabase().session()
    try store.insertAndCommit(ride("a"))
    #expect(store.timeInStore == .zero)
  }

  @Test("A slow statement counts with its duration, and no statement with zero")
  func sqlite() throws {
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    let slow = SQL(
      "count slowly",
      """
      WITH RECURSIVE numbers (n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 500000)
      SELECT count(*) FROM numbers
      """)
    try expectTime(in: store) {
      _ = try store.read(slow, SQLiteParameters()) { (row) throws(StoreError) in try row.int() }
    }
  }

  @Test("Waiting for the right to write counts, though it is not granted")
  func busy() throws {
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    try SQLiteStore.migrate(path: path)
    let first = try SQLiteStore(path: path)
    let second = try SQLiteStore(path: path, busyTimeout: .milliseconds(100))
    try first.begin(.write)
    #expect(storeError { try second.begin(.write) } == .unavailable)
    #expect(second.timeInStore >= .milliseconds(90))
    first.rollBack()
  }
}

/// The sum grows by what a call takes, within what the caller sees of it, and not without one.
func expectTime(
  in store: any RideStore, atLeast least: Duration = .milliseconds(1), _ call: () throws -> Void
) throws {
  try store.checkSchema()
  let before = store.timeInStore
  #expect(store.timeInStore == before)
  let seen = try ContinuousClock().measure(call)
  let spent = store.timeInStore - before
  #expect(spent >= least)
  #expect(spent <= seen)
  #expect(spent >= seen * 0.5)
  #expect(store.timeInStore - before == spent)
}
