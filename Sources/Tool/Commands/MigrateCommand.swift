import Fleet
import RideStore

extension Command {
  static let migrate = Command(
    name: "migrate",
    summary: "brings the store to the schema of this build",
    notes: [
      "To be run before the workers of a new build start; doing it again changes nothing. The",
      "schema has two numbers, as in 4.1. Workers need the first as it is: where it rises, end",
      "them before. The second may be newer than theirs: where it alone rises, they go on.",
      "A step that only workers of this build can read is left out until --finish; it raises the",
      "first number, and workers of this build go on.",
    ],
    options: [
      OptionRow(
        "--finish", "also apply the steps for when all workers are of this build")
    ],
    example: "LIVERY_STORE=sqlite:/var/lib/livery/rides.db livery migrate",
    settings: [.store],
    endings: [
      Ending(.success, "the store has the schema of this build"),
      Ending(.data, "the store is of a newer version"),
      Ending(.unavailable, "the store cannot be reached or written"),
      Ending(.denied, "the user of the store lacks a right"),
      Ending(.configuration, "a setting is wrong"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let location = try context.configuration().store
    let report: MigrationReport
    do throws(StoreError) {
      report = try StoreSession.migrate(location, isFinishing: arguments.has("--finish"))
    } catch {
      throw error.code == .wrongSchema ? ToolError(.data, "\(error)") : ToolError(error)
    }
    for step in report.applied { context.output.line("applied \(step)") }
    context.output.line(
      report.applied.isEmpty
        ? "\(location): schema \(report.after), nothing to do"
        : "\(location): schema \(report.before) → \(report.after)")
    if report.isUnfinished {
      context.output.line("when all workers are of this build: livery migrate --finish")
    }
    return .success
  }
}

/// The store of the configuration, as commands come to it.
enum StoreAccess {
  /// A session of a store that has the schema of this build.
  static func open(_ location: StoreLocation) throws(ToolError) -> any RideStore {
    do throws(StoreError) {
      let store = try StoreSession.open(location)
      try store.checkSchema()
      return store
    } catch {
      throw ToolError(error)
    }
  }
}
