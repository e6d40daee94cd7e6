import RideStore

/// The schemas, as PostgreSQL calls its namespaces, in which a role's session looks for the tables
/// and in which there are some.
struct PostgresPlace: Equatable {
  /// As SQL writes them.
  let database, role: String
  /// The `search_path` as it is set.
  let setting: String
  /// The schemas of it that are there and that the role may use.
  let path: [String]
  /// The schema that `livery_schema` was found in; empty for none.
  let found: String
  /// The other schemas with such a table.
  let others: [String]
  /// Those among them that the role may not use.
  let closed: [String]

  /// Where the tables of another version are, or which are missing.
  func located(_ error: StoreError) -> StoreError {
    let detail =
      if !found.isEmpty {
        "\(error.detail); its tables are in schema \(found) of PostgreSQL's database \(database)"
      } else if others.isEmpty {
        "\(error.detail); looked for tables in \(looked)"
      } else {
        "\(elsewhere); \(advice)"
      }
    return StoreError(error.code, operation: error.operation, detail: detail)
  }

  /// Throws `wrongSchema` unless a migration may make the first tables here.
  func refuseMigration(isOfSecondFleet: Bool) throws(StoreError) {
    if path.isEmpty {
      throw refusal("expected a schema to make the tables in, looked for one in \(looked)")
    }
    if others.isEmpty || isOfSecondFleet { return }
    throw refusal(
      "\(elsewhere); \(advice). For a second fleet in this database: `livery migrate "
        + "--second-fleet`")
  }

  private func refusal(_ detail: String) -> StoreError {
    StoreError(.wrongSchema, operation: "migrate", detail: detail)
  }

  private var looked: String {
    let names = path.isEmpty ? "no schema" : "schema \(path.joined(separator: ", "))"
    return "\(names) of PostgreSQL's database \(database) (search_path of \(role): \(setting))"
  }

  private var elsewhere: String {
    let more = others.count > 3 ? " and \(others.count - 3) others" : ""
    return "expected Livery's tables in \(looked), found them in schema "
      + others.prefix(3).joined(separator: ", ") + more
  }

  /// Of several schemas the operator knows which.
  private var advice: String {
    let name = others.count == 1 ? others[0] : "NAME"
    let choice = others.count == 1 ? "" : "with one of them as NAME, "
    let grant = closed.isEmpty ? "" : "`GRANT USAGE ON SCHEMA \(name) TO \(role)` and "
    return choice + grant
      + "`ALTER ROLE \(role) IN DATABASE \(database) SET search_path = \(name)` "
      + (closed.isEmpty ? "leads there" : "lead there")
  }
}

extension PostgresStore {
  /// Where this session looks for the tables, and where there are some.
  func place() throws(StoreError) -> PostgresPlace {
    let places = try read(Self.selectPlace, PostgresParameters()) { (row) throws(StoreError) in
      PostgresPlace(
        database: try row.text(), role: try row.text(), setting: try row.text(),
        path: try row.texts(), found: try row.text(), others: try row.texts(),
        closed: try row.texts())
    }
    guard let place = places.first else { preconditionFailure("an aggregate gives one row") }
    return place
  }

  private static let selectPlace = SQL(
    "find the tables",
    """
    SELECT pg_catalog.quote_ident(pg_catalog.current_database()),
      pg_catalog.quote_ident(current_user), pg_catalog.current_setting('search_path'),
      ARRAY(SELECT pg_catalog.quote_ident(name)
        FROM pg_catalog.unnest(pg_catalog.current_schemas(false)) AS name),
      coalesce(pg_catalog.max(name) FILTER (WHERE is_found), ''),
      coalesce(pg_catalog.array_agg(name ORDER BY name) FILTER (WHERE NOT is_found), '{}'),
      coalesce(
        pg_catalog.array_agg(name ORDER BY name) FILTER (WHERE NOT is_found AND NOT may_use), '{}')
    FROM (
      SELECT pg_catalog.quote_ident(nspname) AS name,
        pg_class.oid IS NOT DISTINCT FROM pg_catalog.to_regclass('livery_schema')::oid AS is_found,
        pg_catalog.has_schema_privilege(pg_namespace.oid, 'USAGE') AS may_use
      FROM pg_catalog.pg_class
        JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relname = 'livery_schema' AND relkind IN ('r', 'p') AND relpersistence <> 't'
    ) AS tables
    """)
}
