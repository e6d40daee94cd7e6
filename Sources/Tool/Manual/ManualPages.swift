import Fleet
import Messages

/// The manual pages of the programs, from the tables that their help is made of.
enum ManualPages {
  private static let programs = ["livery"] + WorkerProgram.all.map(\.name)

  /// The page of a worker.
  static func page(of worker: WorkerProgram) -> String {
    var page = ManualPage(name: worker.name, version: Version.number)
    name(worker.name, worker.summary, &page)
    page.section("SYNOPSIS")
    page.line("`\(worker.name)` [`--print-config` | `--version` | `--help`]")
    page.section("DESCRIPTION")
    page.paragraph(
      "`\(worker.name)` consumes the queue `\(worker.family.queue)` until SIGTERM, SIGINT or "
        + "SIGHUP. It takes these messages:")
    page.literal(worker.types.joined(separator: "\n"))
    page.paragraph("Any number of these workers may run beside each other.")
    page.section("OPTIONS")
    for option in WorkerProgram.options { page.entry(option.name, option.meaning) }
    environment(of: [.fleet, .worker], &page)
    page.section("EXIT STATUS")
    for code in WorkerProgram.exitCodes { page.entry(code.name, code.meaning) }
    files(&page)
    seeAlso(except: worker.name, &page)
    return page.text
  }

  /// The page of the tool.
  static func ofTool() -> String {
    var page = ManualPage(name: "livery", version: Version.number)
    name("livery", "looks after a fleet of ride workers on a RabbitMQ broker", &page)
    page.section("SYNOPSIS")
    page.line("`livery` COMMAND [OPTIONS]")
    page.section("DESCRIPTION")
    page.paragraph(
      "Broker, store and catalogue come from the same settings as for the workers. "
        + "Output has colors on a terminal only, and none where NO_COLOR is set.")
    page.section("COMMANDS")
    for command in Command.all { add(command, to: &page) }
    environment(of: Setting.Scope.allCases, &page)
    page.section("EXIT STATUS")
    page.paragraph(
      "Each command has its own above. Every command ends with 64 for a wrong command line, and "
        + "with 74 when its output is lost.")
    files(&page)
    seeAlso(except: "livery", &page)
    return page.text
  }

  private static func name(_ name: String, _ summary: String, _ page: inout ManualPage) {
    page.section("NAME")
    page.line("\(name) - \(summary)")
  }

  private static func add(_ command: Command, to page: inout ManualPage) {
    page.subsection(Help.usage(of: command))
    page.line("\(command.summary).")
    if !command.notes.isEmpty { page.literal(command.notes.joined(separator: "\n")) }
    for row in Help.rows(of: command) { page.entry(row.name, row.meaning) }
    page.paragraph("Exit codes:")
    for ending in command.endings { page.entry("\(ending.code.rawValue)", ending.meaning) }
    page.paragraph("Example:")
    page.literal(command.example)
  }

  private static func environment(of scopes: [Setting.Scope], _ page: inout ManualPage) {
    page.section("ENVIRONMENT")
    for setting in Setting.all where scopes.contains(setting.scope) {
      let file = setting.isSecret ? ", or \(setting.name.rawValue)_FILE" : ""
      page.entry(
        setting.name.rawValue + file,
        "\(setting.summary). Values: \(setting.range). Default: \(setting.shownDefault ?? "none"). "
          + "A change counts \(setting.renewal.rawValue). For \(setting.scope.rawValue).")
    }
  }

  private static func files(_ page: inout ManualPage) {
    page.section("FILES")
    page.entry("/etc/livery/livery.env", "settings of all workers, where systemd starts them")
    page.entry("/usr/share/zoneinfo", "the rules of time zones, unless TZDIR names another folder")
  }

  private static func seeAlso(except name: String, _ page: inout ManualPage) {
    let others = programs.filter { $0 != name }.map { "`\($0)`(1)" }
    page.section("SEE ALSO")
    page.line((others + ["`rabbitmqctl`(8)"]).joined(separator: ", "))
  }
}
