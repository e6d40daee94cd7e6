import Catalogues
import Fleet
import RideStore
import Rides

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
      "For a lock of PostgreSQL it waits 1.5 s, lets the fleet work, and tries again, ten times in",
      "about a minute; it names the session that has the lock.",
    ],
    options: [
      OptionRow(
        "--finish", "also apply the steps for when all workers are of this build"),
      OptionRow(
        "--second-fleet", "make tables though another schema of the database has Livery's"),
    ],
    example: "LIVERY_STORE=sqlite:/var/lib/livery/rides.db livery migrate",
    settings: [.store],
    endings: [
      Ending(.success, "the store has the schema of this build"),
      Ending(.data, "the store is of a newer version, or the tables are in another schema"),
      Ending(
        .unavailable, "the store cannot be reached or written, or another session keeps a lock"),
      .storeDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let location = try context.configuration().store
    let options = MigrationOptions(
      isFinishing: arguments.has("--finish"), isOfSecondFleet: arguments.has("--second-fleet"))
    let report = try ToolError.mapped(
      store: try StoreSession.migrate(location, options) { wait in
        context.output.error("\(wait)")
        return !context.stopSignal.wait(for: wait.pause)
      })
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

  static let catalogueCheck = Command(
    name: "catalogue check",
    summary: "lists every mistake in a catalogue, or its content and warnings",
    notes: [
      "Warnings are on standard error, and the catalogue can be used: areas and zones that another",
      "one covers wholly, zones that nothing uses or no trip reaches, hours in which nothing is",
      "sold, rules that never hold or whose dates are past, and rules that change no price.",
    ],
    operand: Operand(name: "PATH", summary: "a catalogue's file, or a folder of *.json files"),
    example: "livery catalogue check deploy/catalogues",
    endings: [
      Ending(.success, "the catalogue can be used"),
      Ending(.data, "it cannot; each mistake is one line, `path: message`"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let path = arguments.operand ?? ""
    do throws(CatalogueProblems) {
      let catalogue = try CatalogueFile.load(path: path)
      for line in catalogue.summary { context.output.line(line) }
      for warning in catalogue.warnings(at: context.clock()) {
        context.output.error("warning: \(warning)")
      }
      return .success
    } catch {
      for mistake in error.mistakes { context.output.line("\(mistake)") }
      let count = error.mistakes.count
      throw ToolError(.data, "\(path): \(count) mistake\(count == 1 ? "" : "s")")
    }
  }

  static let catalogueShow = Command(
    name: "catalogue show",
    summary: "prints the content of a catalogue, or draws it as a page",
    notes: [
      "The page has no script and loads nothing: areas and zones as a map, each tariff as a table,",
      "and its fares over the distance as curves.",
    ],
    operand: Operand(name: "PATH", summary: "a catalogue's file, or a folder of *.json files"),
    options: [OptionRow("--html", "FILE", .text, "write the page to this file")],
    example: "livery catalogue show deploy/catalogues/cities/vienna.json --html vienna.html",
    endings: [
      Ending(.success, "the content is shown"),
      Ending(.failure, "the page cannot be written"),
      Ending(.data, "the catalogue cannot be used"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let path = arguments.operand ?? ""
    let catalogue = try context.catalogue(at: path)
    guard let file = arguments.text("--html") else {
      for line in catalogue.summary { context.output.line(line) }
      return .success
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let page = CataloguePage(catalogue: catalogue, title: name, now: context.clock())
    try OutputFile.make(file, Array(page.text.utf8))
    return .success
  }

  static let databasePermissions = Command(
    name: "database permissions",
    summary: "prints the least rights of a role in a PostgreSQL database",
    notes: [
      "It prints SQL, and asks no database. The role is to be made before. Run the SQL as the",
      "owner of the tables and of their database, there, after each `livery migrate`: it may have",
      "added a table. The first two statements let the role connect and use the schema.",
    ],
    operand: Operand(name: "ROLE", summary: "the role with which the workers connect"),
    options: [
      OptionRow(
        "--read-only", "a role that only looks, as `livery rides`, `ride` and `vehicles` do"),
      OptionRow("--redriver", "a role for `livery dead-letters` alone"),
      OptionRow("--console", "a role for `livery-console`"),
    ],
    example: "livery database permissions livery_worker | psql \"$OWNER_URL\"",
    endings: [Ending(.success, "the SQL is printed"), Ending(.usage, "no role can have that name")]
  ) { (arguments, context) throws(ToolError) in
    let role = arguments.operand ?? ""
    let parts: [(option: String, part: StoreSession.Part)] = [
      ("--read-only", .reader), ("--redriver", .redriver), ("--console", .console),
    ]
    let chosen = parts.filter { arguments.has($0.option) }
    guard chosen.count <= 1 else {
      let options = parts.map(\.option).joined(separator: ", ")
      throw ToolError(.usage, "expected one of \(options), got more")
    }
    guard let grants = StoreSession.grants(to: role, as: chosen.first?.part ?? .worker) else {
      throw ToolError(
        .usage, "ROLE: expected a name of 1 to 63 bytes, neither public nor none, got '\(role)'")
    }
    for grant in grants { context.output.line(grant) }
    return .success
  }
}
