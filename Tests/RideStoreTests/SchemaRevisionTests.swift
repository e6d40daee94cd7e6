import RideStore
import Rides
import Testing

@testable import PostgresStore
@testable import SQLiteStore

@Suite("A schema has a version that must be equal, and a revision that may be newer")
struct SchemaRevisionTests {
  /// What a build, or the build that has migrated its database, has beyond this one.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: [SchemaStep.Part]
    let database: [SchemaStep.Part]
    /// A part of the error, nil where the build works.
    let problem: String?

    init(
      _ description: String, build: [SchemaStep.Part] = [], database: [SchemaStep.Part] = [],
      _ problem: String?
    ) {
      testDescription = description
      self.build = build
      self.database = database
      self.problem = problem
    }
  }

  static let cases = [
    Case("its own", nil),
    Case("a newer revision", database: [.revision], nil),
    Case("two newer revisions", build: [.revision], database: [.revision, .revision], nil),
    Case("an older revision", build: [.revision], "run `livery migrate`"),
    Case("a newer version", database: [.version], "newer build"),
    Case("a newer version and revision", database: [.version, .revision], "newer build"),
    Case("a newer version than its revision's", build: [.revision], database: [.version], "newer"),
    Case("an older version", build: [.version], database: [.revision], "run `livery migrate`"),
  ]

  @Test("A build works with its version and the same revision or a newer one", arguments: cases)
  func sqlite(_ row: Case) throws {
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    let all = SQLiteMigrations.all
    try SQLiteStore.migrate(path: path, to: all.followed(by: row.database))
    let store = try SQLiteStore(path: path)
    store.schema = all.followed(by: row.build)
    try check(row, store) { try SQLiteStore.migrate(path: path, to: store.schema) }
  }

  @Test("A build works with its version and the same revision or a newer one", arguments: cases)
  func postgres(_ row: Case) throws {
    let fixture = try PostgresFixture(isMigrated: false)
    let all = PostgresMigrations.all
    try fixture.bring(to: all.followed(by: row.database), isFinishing: true)
    let store = try PostgresStore(url: fixture.url)
    store.schema = all.followed(by: row.build)
    try check(row, store) { try fixture.bring(to: store.schema, isFinishing: true) }
  }

  private func check(
    _ row: Case, _ store: any RideStore, migrate: () throws -> MigrationReport
  ) throws {
    guard let problem = row.problem else {
      try store.checkSchema()
      try store.insertAndCommit(ride("a"))
      #expect(try migrate().applied.isEmpty)
      return
    }
    let error = #expect(throws: StoreError.self) { try store.checkSchema() }
    #expect(error?.code == .wrongSchema)
    #expect(error?.detail.contains(problem) == true, "\(error?.detail ?? "")")
    if problem.contains("migrate"), row.database.isEmpty {
      #expect(try migrate().applied.count == row.build.count)
      try store.checkSchema()
    } else if row.database.contains(.version) {
      #expect(storeError { _ = try migrate() } == .wrongSchema)
    }
  }

  /// A database of each kind with the schema of version 3, and a session with each.
  private static func storesOfVersion3() throws -> (
    path: String, fixture: PostgresFixture, stores: [any RideStore]
  ) {
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    let fixture = try PostgresFixture(isMigrated: false)
    try SQLiteStore.migrate(path: path, to: SQLiteMigrations.all.first(3))
    try fixture.bring(to: PostgresMigrations.all.first(3), isFinishing: true)
    return (path, fixture, [try SQLiteStore(path: path), try PostgresStore(url: fixture.url)])
  }

  /// Inserts rides as the builds before revision 5.3 did.
  private static func insert(
    _ rides: [RideRecord], _ path: String, _ fixture: PostgresFixture
  ) throws {
    try fixture.run(rides.map(EarlierRides.postgres).joined())
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: .seconds(1))
    try connection.run(script: rides.map(EarlierRides.sqlite).joined(), operation: "insert rides")
  }

  @Test("Builds before revision 5.3 continue to write rides, whose payments are not counted")
  func beforePayments() throws {
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    let fixture = try PostgresFixture()
    try SQLiteStore.migrate(path: path)
    try Self.insert([ride("old")], path, fixture)
    let change = "UPDATE rides SET revision = revision + 1 WHERE ride_identifier = 'changed';"
    var changed = ride("changed")
    changed.payments = [payment("fare:capture:1", .fare, .requested, 0)]
    for store in [try SQLiteStore(path: path), try fixture.session()] as [any RideStore] {
      try store.insertAndCommit(changed)
      #expect(try store.fleetFigures(at: noon).payments.count == 1)
      #expect(try store.ride("old") == ride("old"))
    }
    try fixture.run(change)
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: .seconds(1))
    try connection.run(script: change, operation: "change the ride")
    changed.revision += 1
    changed.payments = []
    for store in [try SQLiteStore(path: path), try fixture.session()] as [any RideStore] {
      #expect(try store.fleetFigures(at: noon).payments.isEmpty)
      #expect(try store.ride("changed") == changed)
    }
  }

  @Test("A database of version 3, which has no revisions, is migrated, and keeps its rides")
  func fromVersion3() throws {
    let (path, fixture, stores) = try Self.storesOfVersion3()
    try Self.insert([ride("a")], path, fixture)
    for store in stores {
      let error = #expect(throws: StoreError.self) { try store.checkSchema() }
      #expect(error?.detail.contains("schema 3.0") == true)
    }
    let reports = [
      try SQLiteStore.migrate(path: path), try fixture.bring(),
    ]
    for (store, report) in zip(stores, reports) {
      #expect(report.before == SchemaNumber(version: 3, revision: 0))
      try store.checkSchema()
      #expect(try store.ride("a") == ride("a"))
    }
  }

  @Test("Rides that version 3 has booked ahead no longer occupy the slots of rides for now")
  func slotsOfVersion3() throws {
    func record(_ name: String, slot: Int, sought seconds: Int) -> RideRecord {
      var record = ride(name, rider: "r", slot: slot)
      record.waitingSince = noon.advanced(bySeconds: seconds)
      record.document = Array(#"{"status":{},"slot":\#(slot),"partySize":null}"#.utf8)
      return record
    }
    let before = [
      record("ahead", slot: 0, sought: 800_000_000), record("now", slot: 1, sought: 0),
      record("sought", slot: 2, sought: longAgo + 9),
      record("newer", slot: 1_000, sought: 800_000_000),
    ]
    let (path, fixture, stores) = try Self.storesOfVersion3()
    try Self.insert(before, path, fixture)
    try SQLiteStore.migrate(path: path)
    try fixture.bring()
    var moved = record("ahead", slot: 1_900, sought: 800_000_000)
    moved.revision += 1
    for store in stores {
      for wanted in [moved] + before.dropFirst() {
        #expect(try store.ride(wanted.rideIdentifier.rawValue) == wanted)
      }
      try store.insertAndCommit(ride("another", rider: "r", slot: 0))
    }
  }
}

extension SchemaHistory {
  /// The same and a new index for each part that is to be raised.
  fileprivate func followed(by parts: [SchemaStep.Part]) -> SchemaHistory {
    SchemaHistory(
      steps.map(\.step)
        + parts.enumerated().map { place, part in
          SchemaStep(
            "add an index", raises: part, sql: "CREATE INDEX more_\(place) ON rides (area);")
        })
  }

  /// The first steps alone.
  fileprivate func first(_ count: Int) -> SchemaHistory {
    SchemaHistory(steps.prefix(count).map(\.step))
  }
}
