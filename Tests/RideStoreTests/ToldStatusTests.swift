import RideStore
import Rides
import Testing

@testable import PostgresStore
@testable import SQLiteStore

@Suite("Every store returns the statuses that it has in the history alone")
struct ToldStatusTests {
  @Test("A ride and a response come back byte for byte", arguments: StoreKind.allCases)
  func whole(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    for sequence in 1...3 {
      try store.tell("a", sequence: sequence)
      for told in 1...sequence { try store.expectResponse("a", sequence: told) }
      try store.expectTold("a", sequence: sequence)
    }
  }

  @Test("A lookup finds in each set what belongs there, whole", arguments: StoreKind.allCases)
  func searches(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.tell("named")
    try store.tell("unfinished")
    try store.tell("owing") { ($0.slot, $0.obligation) = (nil, .feedback) }
    try store.tell("waiting") { $0.isWaiting = true }
    var lookup = Lookup()
    lookup.rides = [RideIdentifier("named")]
    lookup.outcomes = [outcomeKey("told named 1")]
    lookup.unfinishedRidesOf = [RiderIdentifier("rider of unfinished")]
    lookup.owingRidesOf = [RiderIdentifier("rider of owing")]
    lookup.waitingRides = [near("suv", limit: 9)]
    for mode in [TransactionMode.read, .write] {
      try store.transaction(mode) { () throws(StoreError) in
        let found = try store.find(lookup)
        #expect(Array(found.rides.values) == [try store.ride(named: "named")])
        #expect(found.unfinishedRides == [try store.ride(named: "unfinished")])
        #expect(found.owingRides == [try store.ride(named: "owing")])
        #expect(found.waitingRides == [try store.ride(named: "waiting")])
        #expect(found.outcomes == (try store.outcomes(lookup.outcomes)))
        #expect(found.outcomes.count == 1)
      }
    }
    for name in ["named", "unfinished", "owing", "waiting"] { try store.expectTold(name) }
  }

  @Test(
    "A ride whose status was not published, or was published before, is complete too",
    arguments: StoreKind.allCases)
  func untold(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.tell("a")
    var changed = try #require(try store.ride("a"))
    changed.document = Array(#"{"status":{"other":1}}"#.utf8)
    changed.statusRange = nil
    try store.updateAndCommit(changed, expecting: 1)
    #expect(try store.ride("a")?.document == changed.document)
    try store.expectResponse("a", sequence: 1)
  }

  @Test("A response whose history is deleted has no status, and reports it")
  func lost() throws {
    let fixture = try PostgresFixture()
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    try SQLiteStore.migrate(path: path)
    let stores: [any RideStore] = [try fixture.session(), try SQLiteStore(path: path)]
    for store in stores { try store.tell("a") }
    try fixture.run("DELETE FROM status_changes")
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: .seconds(1))
    try connection.run(script: "DELETE FROM status_changes", operation: "delete the history")
    for store in stores {
      let key = outcomeKey("told a 1")
      #expect(try store.outcomes([key])[key]?.statusRange?.isEmpty == true)
      #expect(try store.ride("a")?.statusRange?.isEmpty == true)
    }
  }
}

@Suite("A migration has steps for when all workers are of one build")
struct DeferredStepTests {
  @Test("A deferred step waits until it is asked for, and a new database has it from the start")
  func deferred() throws {
    let history = SchemaHistory([
      SchemaStep("first", raises: .version, sql: ""),
      SchemaStep("room", raises: .revision, sql: ""),
      SchemaStep("use", raises: .version, isDeferred: true, sql: ""),
    ])
    let (first, room, use) = (
      SchemaNumber(version: 1, revision: 0), SchemaNumber(version: 1, revision: 1),
      SchemaNumber(version: 2, revision: 0)
    )
    func names(after found: SchemaNumber, isFinishing: Bool = false) throws -> [String] {
      try history.steps(after: found, isFinishing: isFinishing).map(\.step.name)
    }
    #expect(try names(after: .none) == ["first", "room", "use"])
    #expect(try names(after: first) == ["room"])
    #expect(try names(after: room).isEmpty)
    #expect(try names(after: first, isFinishing: true) == ["room", "use"])
    for works in [room, use, SchemaNumber(version: 1, revision: 7)] { try history.check(works) }
    for fails in [first, SchemaNumber(version: 3, revision: 0)] {
      #expect(throws: StoreError.self) { try history.check(fails) }
    }
    #expect(history.isUnfinished(room) && !history.isUnfinished(use))
    // A later step of another build has need of the deferred one.
    let later = SchemaHistory(
      history.steps.map(\.step) + [SchemaStep("x", raises: .revision, sql: "")])
    #expect(try later.steps(after: first, isFinishing: false).count == 3)
    #expect(throws: StoreError.self) { try later.check(room) }
  }

  @Test("A deferred step is applied when it is asked for; sessions work before and after it")
  func finishing() throws {
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    let fixture = try PostgresFixture()
    try SQLiteStore.migrate(path: path)
    let (sqlite, postgres) = (try SQLiteStore(path: path), try PostgresStore(url: fixture.url))
    sqlite.schema = sqlite.schema.followed(by: [.deferred])
    postgres.schema = postgres.schema.followed(by: [.deferred])
    for isFinishing in [false, true] {
      let reports = [
        try SQLiteStore.migrate(path: path, to: sqlite.schema, isFinishing: isFinishing),
        try fixture.bring(to: postgres.schema, isFinishing: isFinishing),
      ]
      for (report, store) in zip(reports, [sqlite, postgres] as [any RideStore]) {
        #expect(report.applied == (isFinishing ? [SchemaStep.deferred.name] : []))
        #expect(report.isUnfinished == !isFinishing)
        try store.checkSchema()
        try store.insertAndCommit(ride("\(isFinishing)"))
      }
    }
  }
}

extension SchemaStep {
  /// A step of a later build that needs a lock on the rides.
  static let deferred = SchemaStep(
    "drop an index", raises: .version, isDeferred: true, locks: ["rides"],
    sql: "DROP INDEX rides_by_age;")
}

/// The status of a change as the texts of its ride and its response have it.
private let statusRange = Array(#"{"phase":"confirmed","note":"é"}"#.utf8)

extension RideStore {
  /// Writes a ride whose document has the status of its change, and the outcome that tells it.
  func tell(
    _ name: String, sequence: Int = 1, _ change: (inout RideRecord) -> Void = { _ in }
  ) throws {
    try transaction(.write) { () throws(StoreError) in
      try tellWithin(name, sequence: sequence, change)
    }
  }

  /// The same in the transaction that is open.
  func tellWithin(
    _ name: String, sequence: Int, _ edit: (inout RideRecord) -> Void = { _ in }
  ) throws(StoreError) {
    var record = told(name, sequence)
    edit(&record)
    if sequence == 1 {
      try insert([record])
    } else {
      try update([RideUpdate(record: record, expectedRevision: sequence - 1)])
    }
    try append([change(name, sequence, status: String(decoding: statusRange, as: UTF8.self))])
    try store([toldOutcome(name, sequence)])
  }

  /// Expects what `tell` has written to come back byte for byte, however the store keeps it.
  func expectTold(_ name: String, sequence: Int = 1) throws {
    let found = try ride(name)
    #expect(found?.document == told(name, sequence).document)
    try expectResponse(name, sequence: sequence)
    #expect(try history(of: RideIdentifier(name)).map(\.status).last == statusRange)
  }

  /// The ride of that name; nil where there is none.
  func ride(named name: String) throws(StoreError) -> RideRecord? {
    try rides([RideIdentifier(name)])[RideIdentifier(name)]
  }

  /// Expects the response of a change byte for byte.
  func expectResponse(_ name: String, sequence: Int) throws {
    let key = outcomeKey("told \(name) \(sequence)")
    #expect(try outcomes([key])[key]?.response == toldOutcome(name, sequence).response)
  }
}

private func told(_ name: String, _ sequence: Int) -> RideRecord {
  var record = ride(name, sequence: sequence)
  let start = Array(#"{"status":"#.utf8)
  record.document = start + statusRange + Array(#","rest":{}}"#.utf8)
  record.statusRange = start.count..<(start.count + statusRange.count)
  return record
}

private func toldOutcome(_ name: String, _ sequence: Int) -> StoredOutcome {
  var outcome = outcome("told \(name) \(sequence)")
  outcome.changes = [change(name, sequence).key]
  let start = Array(#"{"code":"success","rideStatus":"#.utf8)
  outcome.response = start + statusRange + Array("}".utf8)
  outcome.statusRange = start.count..<(start.count + statusRange.count)
  return outcome
}
