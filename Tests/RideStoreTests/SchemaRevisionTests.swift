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

  @Test("A vehicle that the build before has stored has no extras, and gets them by a report")
  func extrasOfVehicles() throws {
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    let fixture = try PostgresFixture(isMigrated: false)
    let (sqlite, postgres) = (SQLiteMigrations.all, PostgresMigrations.all)
    try SQLiteStore.migrate(path: path, to: sqlite.before("add extras of vehicles"))
    try fixture.bring(to: postgres.before("add extras of vehicles"), isFinishing: true)
    let columns = VehicleRecord.table.columns.map(\.name).filter { $0 != "extras" }
    // What the build before writes, which knows no such column.
    let report = """
      INSERT INTO vehicles (\(columns.prefix(5).joined(separator: ", ")), updated_at)
      VALUES ('a', 1, true, '{}', 4, '2026-11-21T12:00:00Z');
      """
    try fixture.run(report)
    try Self.run(
      report.replacing("'2026-11-21T12:00:00Z'", with: "0").replacing("true", with: "1")
        .replacing("'{}'", with: "'[]'"), path)
    for applied in [try SQLiteStore.migrate(path: path).applied, try fixture.migrate().applied] {
      #expect(applied.first == "add extras of vehicles")
    }
    try fixture.run(report.replacing("'a'", with: "'b'"))
    for store in [try SQLiteStore(path: path), try fixture.session()] as [any RideStore] {
      #expect(try store.vehicle("a")?.extras == [])
      let record = vehicle("a", sequence: 2)
      try store.saveAndCommit(record)
      #expect(try store.vehicle("a") == record)
    }
  }

  @Test(
    "A database, finished or not, gets the console's tables, and the build before goes on",
    arguments: [false, true])
  func tablesOfConsole(isFinished: Bool) throws {
    let step = "add sessions and audit"
    let all = PostgresMigrations.all
    let compression = try #require(all.steps.last?.step)
    let before = all.before(step).followed(by: isFinished ? [compression] : [])
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    try SQLiteStore.migrate(path: path, to: SQLiteMigrations.all.before(step))
    let fixture = try PostgresFixture(isMigrated: false)
    try fixture.bring(to: before, isFinishing: true)
    let compressed = "\(step) to a compressed database"
    #expect(try SQLiteStore.migrate(path: path).applied == [step])
    #expect(try fixture.migrate().applied == (isFinished ? [compressed] : [step, compressed]))
    let (sqlite, postgres) = (
      try SQLiteStore(path: path), try PostgresStore(url: fixture.workerURL)
    )
    (sqlite.schema, postgres.schema) = (SQLiteMigrations.all.before(step), before)
    for (old, console) in [
      (sqlite, sqlite), (postgres, try fixture.consoleSession()),
    ] as [(any RideStore, any RideStore)] {
      try old.checkSchema()
      try old.insertAndCommit(ride("a"))
      try console.checkSchema()
      try console.record([audited("a")])
    }
  }

  @Test("Payments that belong to another revision of a ride are not counted")
  func paymentsOfAnotherRevision() throws {
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    let fixture = try PostgresFixture()
    try SQLiteStore.migrate(path: path)
    let change = "UPDATE rides SET revision = revision + 1 WHERE ride_identifier = 'changed';"
    var changed = ride("changed")
    changed.payments = [payment("fare:capture:1", .fare, .requested, 0)]
    let stores: [any RideStore] = [try SQLiteStore(path: path), try fixture.session()]
    for store in stores {
      try store.insertAndCommit(changed)
      #expect(try store.fleetFigures(at: noon).payments.count == 1)
    }
    try fixture.run(change)
    try Self.run(change, path)
    changed.revision += 1
    changed.payments = []
    for store in stores {
      #expect(try store.fleetFigures(at: noon).payments.isEmpty)
      #expect(try store.ride("changed") == changed)
    }
  }

  /// The numbers of older schemas, and the columns and the row of their table of steps.
  static let olderSchemas = [
    (SchemaNumber(version: 3, revision: 0), "(version bigint)", "(3)"),
    (SchemaNumber(version: 5, revision: 4), "(version bigint, revision bigint)", "(5, 4)"),
  ]

  @Test("A database of an older version is refused, with the build before", arguments: olderSchemas)
  func older(number: SchemaNumber, columns: String, row: String) throws {
    let sql =
      "CREATE TABLE livery_schema \(columns); INSERT INTO livery_schema VALUES \(row);"
    let fixture = try PostgresFixture(isMigrated: false)
    try fixture.run(sql)
    let path = try TemporaryFolder().path(of: "livery.sqlite")
    try DatabaseFile.make(path: path)
    try Self.run(sql + "PRAGMA user_version = \(number.version);", path)
    let (sqlite, postgres) = (try SQLiteStore(path: path), try PostgresStore(url: fixture.url))
    for open in [
      { try sqlite.checkSchema() }, { _ = try SQLiteStore.migrate(path: path) },
      { try postgres.checkSchema() }, { _ = try fixture.bring() },
    ] {
      let error = #expect(throws: StoreError.self) { try open() }
      #expect(error?.code == .wrongSchema)
      for part in ["schema \(number), ", "`livery migrate --finish` of the build before this one"] {
        #expect(error?.detail.contains(part) == true, "\(error as Any)")
      }
    }
  }

  private static func run(_ sql: String, _ path: String) throws {
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: .seconds(1))
    try connection.run(script: sql, operation: "run")
  }
}

extension SchemaHistory {
  /// The same and steps of a later build.
  func followed(by later: [SchemaStep]) -> SchemaHistory {
    SchemaHistory(steps.map(\.step) + later, from: steps[0].number.version)
  }

  /// The same without a step and those after it, which may make tables.
  fileprivate func before(_ name: String) -> SchemaHistory {
    SchemaHistory(
      Array(steps.map(\.step).prefix { $0.name != name }), from: steps[0].number.version)
  }

  /// The same and a new index for each part that is to be raised.
  fileprivate func followed(by parts: [SchemaStep.Part]) -> SchemaHistory {
    followed(
      by: parts.enumerated().map { place, part in
        SchemaStep("add an index", raises: part, sql: "CREATE INDEX more_\(place) ON rides (area);")
      })
  }
}
