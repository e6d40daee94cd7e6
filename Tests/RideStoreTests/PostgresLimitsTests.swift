import Foundation
import RideStore
import Rides
import Testing

@testable import PostgresStore

@Suite("No session of PostgreSQL waits or is waited for without an end")
struct PostgresLimitsTests {
  static let sleep = SQL("sleep", "SELECT pg_sleep(30)")

  @Test("Each session keeps its limits of time, and its commits are flushed to the disk")
  func settings() throws {
    let fixture = try PostgresFixture()
    let url = fixture.url.replacing(
      "options=", with: "options=-csynchronous_commit%3Doff%20-cstatement_timeout%3D0%20")
    let store = try PostgresStore(
      url: url,
      timeouts: PostgresTimeouts(
        statement: .seconds(3), lock: .milliseconds(1500), idleInTransaction: .seconds(4)))
    let expected = [
      "synchronous_commit": "on", "statement_timeout": "3s", "lock_timeout": "1500ms",
      "idle_in_transaction_session_timeout": "4s", "transaction_isolation": "read committed",
      "client_encoding": "UTF8", "application_name": try fixture.name(),
    ]
    for (name, value) in expected {
      let sql = SQL("read \(name)", "SELECT current_setting('\(name)')")
      let found = try store.read(sql, PostgresParameters()) { (row) throws(StoreError) in
        try row.text()
      }
      #expect(found == [value], "\(name)")
    }
  }

  @Test("A statement, a lock and a transaction each wait so long and no longer")
  func limits() throws {
    let fixture = try PostgresFixture()
    let byServer = try PostgresStore(
      url: fixture.url,
      timeouts: PostgresTimeouts(statement: .milliseconds(50), lock: .milliseconds(50)))
    let statement = #expect(throws: StoreError.self) { try Self.sleep(in: byServer) }
    #expect(statement?.code == .unavailable)
    #expect(statement?.detail.contains("57014") == true)
    let byDeadline = try PostgresStore(
      url: fixture.url, timeouts: PostgresTimeouts(transaction: .milliseconds(300)))
    let whole = #expect(throws: StoreError.self) { try Self.sleep(in: byDeadline) }
    #expect(whole?.code == .unavailable)
    #expect(whole?.detail.contains("did not answer in time") == true)
    try byServer.insertAndCommit(ride("a"))
    try byServer.begin(.write)
    _ = try byServer.ride("a")
    let other = try PostgresStore(
      url: fixture.url, timeouts: PostgresTimeouts(lock: .milliseconds(50)))
    let lock = #expect(throws: StoreError.self) {
      try other.writing { () throws(StoreError) in _ = try other.rides([RideIdentifier("a")]) }
    }
    #expect(lock?.code == .unavailable)
    #expect(lock?.detail.contains("55P03") == true)
    byServer.rollBack()
    try other.updateAndCommit(ride("a", sequence: 2), expecting: 1)
  }

  private static func sleep(in store: PostgresStore) throws {
    try store.writing { () throws(StoreError) in
      _ = try store.read(sleep, PostgresParameters()) { (_) throws(StoreError) in }
    }
  }

  @Test("A transaction that is past its time is not committed, however it spent it")
  func pastDeadline() throws {
    let fixture = try PostgresFixture()
    let store = try PostgresStore(
      url: fixture.url, timeouts: PostgresTimeouts(transaction: .seconds(4)))
    try store.begin(.write)
    let end = ContinuousClock.now + .milliseconds(4_050)
    try store.insert([ride("a")])
    while ContinuousClock.now < end { usleep(1_000) }
    #expect(storeError { try store.commit() } == .unavailable)
    store.rollBack()
    #expect(try fixture.session().ride("a") == nil)
  }

  @Test("The locks of a session that says nothing are freed, and it cannot commit any more")
  func silentSession() throws {
    let fixture = try PostgresFixture()
    let silent = try PostgresStore(
      url: fixture.url,
      timeouts: PostgresTimeouts(
        transaction: .seconds(60), idleInTransaction: .milliseconds(100)))
    try silent.insertAndCommit(ride("a"))
    try silent.begin(.write)
    #expect(try silent.ride("a") != nil)
    try silent.update([RideUpdate(record: ride("a", sequence: 9), expectedRevision: 1)])
    try fixture.session().updateAndCommit(ride("a", sequence: 2), expecting: 1)
    #expect(storeError { try silent.commit() } == .unavailable)
    silent.rollBack()
    #expect(try silent.ride("a")?.sequence == 2)
  }
}

extension PostgresFixture {
  /// The name of the test's sessions.
  fileprivate func name() throws -> String {
    try #require(try run("SELECT current_setting('application_name')").first?.first.flatMap(\.self))
  }
}
