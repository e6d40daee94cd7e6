import Fleet
import RideStore
import SQLiteStore

extension Command {
  static let migrate = Command(
    name: "migrate",
    summary: "brings the store to the schema of this build",
    notes: ["To be run before the workers of a new build start; doing it again changes nothing."],
    example: "LIVERY_STORE=sqlite:/var/lib/livery/rides.db livery migrate",
    settings: [.store],
    endings: [
      Ending(.success, "the store has the schema of this build"),
      Ending(.data, "the store is of a newer build"),
      Ending(.unavailable, "the store cannot be reached or written"),
      Ending(.configuration, "a setting is wrong"),
    ]
  ) { (_, context) throws(ToolError) in
    let path = try StoreAccess.sqlitePath(try context.configuration().store)
    let report: MigrationReport
    do throws(StoreError) {
      report = try SQLiteStore.migrate(path: path)
    } catch {
      throw error.code == .wrongSchema ? ToolError(.data, "\(error)") : ToolError(error)
    }
    for step in report.applied { context.output.line("applied \(step)") }
    context.output.line(
      report.applied.isEmpty
        ? "sqlite:\(path): version \(report.versionAfter), nothing to do"
        : "sqlite:\(path): version \(report.versionBefore) → \(report.versionAfter)")
    return .success
  }
}

/// The store of the configuration, as commands come to it.
enum StoreAccess {
  /// The path of the database; a configuration mistake when it is not SQLite's.
  static func sqlitePath(_ location: StoreLocation) throws(ToolError) -> String {
    switch location {
    case .sqlite(let path): return path
    case .postgres:
      throw ToolError(
        .configuration,
        "LIVERY_STORE: PostgreSQL is not in this build; expected sqlite:PATH, got \(location)")
    }
  }

  /// A session of a store that has the schema of this build.
  static func open(_ location: StoreLocation) throws(ToolError) -> any RideStore {
    _ = try sqlitePath(location)
    do throws(StoreError) {
      let store = try StoreSession.open(location)
      try store.checkSchema()
      return store
    } catch {
      throw ToolError(error)
    }
  }
}
