import DatabaseFixture
import Foundation
import RideStore
import Rides
import Testing

@testable import PostgresStore

@Suite("The PostgreSQL store")
struct PostgresStoreTests {
  static let sleep = SQL("sleep", "SELECT pg_sleep(30)")

  @Test(
    "A URL that cannot be read is refused, and no part of it is told",
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

  @Test("Of several hosts the first is taken that can be written to")
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

  @Test("A server that turns read-only under a session is unavailable, and sought anew")
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
      url: fixture.url, timeouts: PostgresTimeouts(transaction: .milliseconds(400)))
    try store.begin(.write)
    try store.insert([ride("a")])
    let end = ContinuousClock.now + .milliseconds(450)
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

  @Test("A connection that has ended between transactions is made anew, and nobody is told")
  func endedWhileIdle() throws {
    let fixture = try PostgresFixture()
    let store = try fixture.session()
    try store.insertAndCommit(ride("a"))
    try fixture.endSessions()
    try store.updateAndCommit(ride("a", sequence: 2), expecting: 1)
    try fixture.endSessions()
    #expect(try store.ride("a")?.sequence == 2)
  }

  @Test("A connection that ends within a transaction is unavailable, and the next one goes on")
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

  @Test("A write costs no turn of its own; its conflict comes with the next answer")
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

  @Test("A large batch goes through whole")
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
  /// The name of the test's sessions.
  fileprivate func name() throws -> String {
    try #require(try run("SELECT current_setting('application_name')").first?.first.flatMap(\.self))
  }

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
