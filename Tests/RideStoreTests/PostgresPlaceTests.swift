import DatabaseFixture
import Foundation
import RideStore
import Testing

@testable import PostgresStore

@Suite("Where PostgreSQL's search_path leads")
struct PostgresPlaceTests {
  /// The URL with a `search_path` of its own.
  private static func url(_ url: String, path: String, user: String? = nil) throws -> String {
    var components = try #require(URLComponents(string: url))
    components.queryItems =
      (components.queryItems ?? []) + [
        URLQueryItem(name: "options", value: "-csearch_path=\(path)")
      ]
    if let user { (components.user, components.password) = (user, user) }
    return try #require(components.string)
  }

  @Test("A session that finds no tables names the schema that it looked in, and that of the tables")
  func elsewhere() throws {
    let database = try TestDatabase(.schema)
    try database.run("CREATE SCHEMA fleet")
    let url = try Self.url(database.url, path: "fleet")
    let store = try PostgresStore(url: url)
    let error = #expect(throws: StoreError.self) { try store.checkSchema() }
    #expect(error?.code == .wrongSchema)
    for part in [
      "expected Livery's tables in schema fleet of PostgreSQL's database test_",
      "found them in schema public", "SET search_path = public` leads there",
    ] {
      #expect(error?.detail.contains(part) == true, "\(error?.detail ?? "")")
    }
    #expect(error?.detail.contains("run `livery migrate`") == false)
  }

  @Test("A session without tables anywhere names the schema, and the advice is to migrate")
  func nowhere() throws {
    let database = try TestDatabase(.nothing)
    let store = try PostgresStore(url: database.url)
    let error = #expect(throws: StoreError.self) { try store.checkSchema() }
    #expect(error?.detail.contains("`livery migrate`; looked for tables in schema public") == true)
  }

  @Test("A session that finds another version names the schema that has it")
  func older() throws {
    let database = try TestDatabase(.schema)
    let store = try PostgresStore(url: database.url)
    store.schema = store.schema.followed(by: [SchemaStep("later", raises: .version, sql: "")])
    let error = #expect(throws: StoreError.self) { try store.checkSchema() }
    #expect(error?.detail.contains("run `livery migrate`; its tables are in schema public") == true)
  }

  @Test("A migration makes no second set of tables, unless it is for a second fleet")
  func secondSet() throws {
    let database = try TestDatabase(.schema)
    try database.run("CREATE SCHEMA fleet")
    let url = try Self.url(database.url, path: "fleet")
    let error = #expect(throws: StoreError.self) { try PostgresStore.migrate(url: url) }
    #expect(error?.code == .wrongSchema)
    #expect(error?.detail.contains("found them in schema public") == true)
    #expect(error?.detail.contains("--second-fleet") == true)
    #expect(try database.run("SELECT to_regclass('fleet.livery_schema')") == [[nil]])
    let report = try PostgresStore.migrate(url: url, MigrationOptions(isOfSecondFleet: true))
    #expect(report.before == .none)
    try PostgresStore(url: url).checkSchema()
    #expect(try PostgresStore.migrate(url: url).applied.isEmpty)
  }

  @Test("A migration does not begin without a schema to make the tables in")
  func noSchema() throws {
    let database = try TestDatabase(.nothing)
    let url = try Self.url(database.url, path: "missing")
    let error = #expect(throws: StoreError.self) { try PostgresStore.migrate(url: url) }
    #expect(error?.code == .wrongSchema)
    #expect(error?.detail.contains("no schema of PostgreSQL's database") == true)
    #expect(error?.detail.contains("missing") == true)
  }

  @Test("A later migration adds tables where the others are, not in the first schema of the path")
  func oneSchema() throws {
    let database = try TestDatabase(.nothing)
    try database.run("CREATE SCHEMA first")
    try PostgresStore.migrate(url: database.url)
    let later = SchemaStep("add a table", raises: .revision, sql: "CREATE TABLE more (name text);")
    let report = try PostgresStore.migrate(
      url: try Self.url(database.url, path: "first,public"),
      to: PostgresMigrations.all.followed(by: [later]), MigrationOptions())
    #expect(report.applied == [later.name])
    try PostgresStore(url: database.url).checkSchema()
    #expect(
      try database.run("SELECT count(*) FROM pg_class WHERE relnamespace = 'first'::regnamespace")
        == [["0"]])
  }

  @Test("A schema that the role may not use is named with the right that it lacks")
  func closed() throws {
    _ = try PostgresFixture(isMigrated: false)
    let database = try TestDatabase(.schema)
    try database.run("REVOKE USAGE ON SCHEMA public FROM PUBLIC")
    let url = try Self.url(database.url, path: "public", user: PostgresFixture.worker)
    let store = try PostgresStore(url: url)
    let error = #expect(throws: StoreError.self) { try store.checkSchema() }
    #expect(error?.detail.contains("GRANT USAGE ON SCHEMA public TO livery_test_worker") == true)
    #expect(error?.detail.contains("SET search_path = public` lead there") == true)
  }

  @Test("Of several schemas the advice chooses none")
  func several() {
    let place = PostgresPlace(
      database: "livery", role: "worker", setting: "own", path: [], found: "",
      others: ["east", "west"], closed: ["east"])
    let error = place.located(
      StoreError(.wrongSchema, operation: "check schema", detail: "no tables"))
    let advice =
      "found them in schema east, west; with one of them as NAME, "
      + "`GRANT USAGE ON SCHEMA NAME TO worker` and "
      + "`ALTER ROLE worker IN DATABASE livery SET search_path = NAME` lead there"
    #expect(error.detail.hasSuffix(advice), "\(error.detail)")
  }
}
