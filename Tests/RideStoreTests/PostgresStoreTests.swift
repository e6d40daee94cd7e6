import DatabaseFixture
import Foundation
import RideStore
import Rides
import Testing

@testable import PostgresStore

@Suite("The PostgreSQL store")
struct PostgresStoreTests {
  @Test(
    "An invalid URL is refused, and no part of it is shown",
    arguments: [
      "postgres://rider:s3cret@[::1/db", "postgres://rider:s3c/ret@host/db",
      "postgres://rider:s3c%ret@host/db",
      "postgres://rider:s3cret@host:s3cret/db", "postgres://rider:s3cret@host/db?s3cret=1",
      "postgres://rider:s3cret@/db?host=a,b&port=1,2,3", "mysql://rider:s3cret@host/db", "s3cret",
      "",
    ])
  func badURL(url: String) throws {
    let error = #expect(throws: StoreError.self) { _ = try PostgresStore(url: url) }
    #expect(error?.code == .failed)
    #expect(error.map { "\($0)" }?.contains("s3c") == false)
    #expect(error?.detail.isEmpty == false)
  }

  @Test("What describes an address has none of its secrets")
  func addressDescription() throws {
    let address = try PostgresAddress(url: "postgres://rider:s3cret@one,two/db")
    var dumped = ""
    dump(address, to: &dumped)
    #expect(!"\(address) \(String(reflecting: address)) \(dumped)".contains("s3cret"))
  }

  @Test("A server that is not there is unavailable, and its hosts are named without a secret")
  func noServer() throws {
    let store = try PostgresStore(
      url: "postgres://rider:s3cret@127.0.0.1:1,127.0.0.1:2/db", timeouts: .standard)
    for _ in 1...2 {
      let error = #expect(throws: StoreError.self) { try store.begin(.write) }
      #expect(error?.code == .unavailable)
      #expect(error?.detail.contains("port 1 failed") == true)
      #expect(error?.detail.contains("port 2 failed") == true)
      #expect(error?.detail.contains("s3cret") == false)
      store.rollBack()
    }
    #expect(storeError { try store.checkSchema() } == .unavailable)
  }

  @Test("Of several hosts the first writable one is used")
  func secondHost() throws {
    let fixture = try PostgresFixture()
    var components = try #require(URLComponents(string: fixture.url))
    let port = try #require(components.port)
    components.port = nil
    let url = try #require(components.string)
      .replacing("@127.0.0.1/", with: "@127.0.0.1:1,127.0.0.1:\(port)/")
    try #require(url != fixture.url)
    let store = try PostgresStore(url: url)
    try store.checkSchema()
    try store.insertAndCommit(ride("a"))
    #expect(try fixture.session().ride("a") == ride("a"))
  }

  @Test("A server that only reads is passed over")
  func readOnly() throws {
    let fixture = try PostgresFixture()
    let url = fixture.url.replacing(
      "options=", with: "options=-cdefault_transaction_read_only%3Don%20")
    try #require(url != fixture.url)
    let error = #expect(throws: StoreError.self) { try PostgresStore(url: url).begin(.write) }
    #expect(error?.code == .unavailable)
    #expect(error?.detail.contains("read-only") == true)
    #expect(throws: Never.self) {
      try PostgresStore(url: url + "&target_session_attrs=any").transaction(.read) {}
    }
  }

  @Test("A server that becomes read-only during a session is unavailable, and searched again")
  func turnsReadOnly() throws {
    let fixture = try PostgresFixture()
    let store = try PostgresStore(url: fixture.url)
    try store.insertAndCommit(ride("a"))
    let turn = SQL(
      "turn", "SELECT set_config('default_transaction_read_only', 'on', false)")
    _ = try store.read(turn, PostgresParameters()) { (row) throws(StoreError) in try row.text() }
    #expect(storeError { try store.insertAndCommit(ride("b")) } == .unavailable)
    try store.insertAndCommit(ride("b"))
  }

  @Test("A connection that ended between transactions is reopened silently")
  func endedWhileIdle() throws {
    let fixture = try PostgresFixture()
    let store = try fixture.session()
    try store.insertAndCommit(ride("a"))
    try fixture.endSessions()
    try store.updateAndCommit(ride("a", sequence: 2), expecting: 1)
    try fixture.endSessions()
    #expect(try store.ride("a")?.sequence == 2)
  }

  @Test("A connection that ends within a transaction is unavailable, and the next one continues")
  func endedWithin() throws {
    let fixture = try PostgresFixture()
    let store = try fixture.session()
    for commits in [true, false] {
      try store.begin(.write)
      try store.insert([ride("a")])
      #expect(try store.ride("a") != nil)
      try fixture.endSessions()
      #expect(
        storeError { if commits { try store.commit() } else { _ = try store.ride("a") } }
          == .unavailable)
      #expect(commits || storeError { _ = try store.ride("a") } == .unavailable)
      store.rollBack()
      #expect(try store.ride("a") == nil)
    }
    try store.insertAndCommit(ride("a"))
  }

  @Test("A write costs no own round trip; its conflict arrives with the next answer")
  func putOff() throws {
    let store = try PostgresFixture().session()
    try store.insertAndCommit(ride("a"), ride("b"))
    let late = [RideUpdate(record: ride("a", sequence: 7), expectedRevision: 6)]
    try store.begin(.write)
    try store.insert([ride("c")])
    try store.update(late)
    try store.insert([ride("d")])
    let atCommit = #expect(throws: StoreError.self) { try store.commit() }
    #expect(atCommit?.code == .conflict)
    #expect(atCommit?.operation == "update rides")
    #expect(atCommit?.detail.contains("0 of 1 rows") == true)
    store.rollBack()
    try store.begin(.write)
    try store.update(late)
    #expect(storeError { _ = try store.ride("b") } == .conflict)
    #expect(storeError { _ = try store.ride("b") } == .conflict)
    #expect(storeError { try store.insert([ride("e")]) } == .conflict)
    store.rollBack()
    #expect(try store.rides(["c", "d", "e"].map { RideIdentifier($0) }).isEmpty)
  }

  @Test("A conflict bears PostgreSQL's own name for it, and no row")
  func constraintName() throws {
    let store = try PostgresFixture().session()
    try store.insertAndCommit(ride("a", rider: "secret rider"))
    let same = #expect(throws: StoreError.self) { try store.insertAndCommit(ride("a")) }
    #expect(same?.detail.contains("23505 rides_pkey") == true)
    let slot = #expect(throws: StoreError.self) {
      try store.insertAndCommit(ride("b", rider: "secret rider"))
    }
    #expect(slot?.detail.contains("23505 rides_of_rider_unfinished") == true)
    #expect(slot?.operation == "insert rides")
    #expect(slot?.detail.contains("secret") == false)
  }

  @Test("What PostgreSQL cannot hold is refused before it is sent")
  func unkeepable() throws {
    let store = try PostgresFixture().session()
    for microseconds in [Int64.min, -210_866_803_200_000_001] {
      var record = ride("a")
      record.createdAt = Instant(microseconds: microseconds)
      #expect(storeError { try store.insertAndCommit(record) } == .failed)
    }
    for microseconds in [.max, -210_866_803_200_000_000] as [Int64] {
      var record = ride("\(microseconds)")
      (record.createdAt, record.dueAt) = (noon, Instant(microseconds: microseconds))
      try store.insertAndCommit(record)
      #expect(try store.ride("\(microseconds)") == record)
    }
    var nul = outcome("m")
    nul.payments = ["{}", "\0"]
    #expect(storeError { try store.storeAndCommit(nul) } == .failed)
    nul = outcome("m")
    nul.response = [0x7b, 0, 0x7d]
    #expect(storeError { try store.storeAndCommit(nul) } == .failed)
    nul.response = [0xff, 0xfe]
    #expect(storeError { try store.storeAndCommit(nul) } == .failed)
    try store.storeAndCommit(outcome("m"))
    let far = Instant(microseconds: .max)
    #expect(try store.dueRides(at: far, limit: 9).count == 2)
    #expect(try store.dueRides(at: Instant(microseconds: .min), limit: 9).isEmpty)
    #expect(try store.rides(matching: RideFilter(createdBefore: far, limit: 9)).count == 2)
    #expect(try store.rides(matching: RideFilter(createdFrom: far, limit: 9)).isEmpty)
  }

  @Test("A transaction that does nothing costs nothing, and one that reads asks once")
  func turns() throws {
    let store = try #require(try PostgresFixture().session() as? PostgresStore)
    for mode in [TransactionMode.read, .write] { try store.transaction(mode) {} }
    #expect(store.statementsRun == 0)
    _ = try store.transaction(.read) { () throws(StoreError) in
      try store.rides([RideIdentifier("a")])
    }
    #expect(store.statementsRun == 3)
    #expect(try store.ride("a") == nil)
    #expect(store.statementsRun == 4)
  }

  @Test("A large batch is written completely")
  func large() throws {
    let store = try PostgresFixture().session()
    let names = (0..<2_000).map { "\(10_000 + $0)" }
    let document = Array(repeating: UInt8(ascii: "x"), count: 10_000)
    try store.writing { () throws(StoreError) in
      try store.insert(
        names.map {
          var record = ride($0)
          record.document = document
          return record
        })
      try store.append(names.map { change($0, 1) })
    }
    let found = try store.rides(names.map { RideIdentifier($0) })
    #expect(found.count == names.count)
    #expect(found.values.allSatisfy { $0.document == document })
  }
}

extension PostgresFixture {
  /// Ends the test's sessions, and returns when they are gone.
  fileprivate func endSessions() throws {
    let others = """
      FROM pg_stat_activity
      WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
      """
    try run("SELECT pg_terminate_backend(pid) \(others)")
    try waitUntil("SELECT 1 WHERE NOT EXISTS (SELECT \(others))")
  }
}
