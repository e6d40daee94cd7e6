import Fleet
import Testing

@testable import Tool

@Suite struct HelpTests {
  @Test("The help of every command names its operand, its options and its exit codes")
  func complete() {
    for command in Command.all {
      let written = Written()
      #expect(LiveryTool.run(command.words + ["--help"], written.context) == .success)
      let help = written.output
      for option in command.options { #expect(help.contains("  \(option.name)"), "\(help)") }
      for ending in command.endings { #expect(help.contains("  \(ending.code.rawValue) ")) }
      for setting in command.settings { #expect(help.contains(setting.rawValue)) }
      if let operand = command.operand { #expect(help.contains(" \(operand.name) [OPTIONS]")) }
      #expect(help.contains(command.example))
      #expect(help.contains("--help"))
      #expect(!help.split(separator: "\n").contains { $0.count > 120 }, "\(help)")
    }
  }

  @Test("The overview names every command", arguments: [["help"], ["--help"], ["-h"]])
  func overview(_ arguments: [String]) {
    let written = Written()
    #expect(LiveryTool.run(arguments, written.context) == .success)
    for command in Command.all { #expect(written.output.contains("  \(command.name) ")) }
  }

  @Test("Help can be asked for before and after the name of a command")
  func bothWays() {
    let (before, after) = (Written(), Written())
    #expect(LiveryTool.run(["help", "topology", "show"], before.context) == .success)
    #expect(LiveryTool.run(["topology", "show", "-h"], after.context) == .success)
    #expect(before.output == after.output)
  }

  @Test(
    "The first word of commands has the help of all of them",
    arguments: [
      ["topology", "--help"], ["topology", "-h"], ["help", "topology"], ["catalogue", "--help"],
      ["topology", "shew", "--help"],
    ])
  func group(_ arguments: [String]) {
    let written = Written()
    #expect(LiveryTool.run(arguments, written.context) == .success)
    let word = arguments.first { $0 != "help" }
    let group = Command.all.filter { $0.words.first == word }
    #expect(!group.isEmpty)
    for command in group { #expect(written.output.contains(Help.text(of: command))) }
    #expect(written.error == "")
  }

  @Test(
    "A wrong command is one line on standard error and exit code 64",
    arguments: [
      ([], "livery: expected a command, got nothing; see `livery help`\n"),
      (["fly"], "livery: unknown command 'fly'; see `livery help`\n"),
      (
        ["rids", "--json"],
        "livery: unknown command 'rids'; did you mean `livery rides`?; see `livery help`\n"
      ),
      (
        ["catalog", "check", "x"],
        "livery: unknown command 'catalog'; did you mean `livery catalogue check`?; see "
          + "`livery help`\n"
      ),
      (
        ["topology", "aply"],
        "livery: expected `livery topology apply` or `livery topology show` or "
          + "`livery topology permissions` or `livery topology definitions`; did you mean "
          + "`livery topology apply`?; see `livery help`\n"
      ),
      (["wa\u{1B}[2J"], "livery: unknown command 'wa\\u001b[2J'; see `livery help`\n"),
      (
        ["rides", "--fase", "received"],
        "livery: unknown option --fase; did you mean --phase?; see `livery rides --help`\n"
      ),
      (
        ["topology"],
        "livery: expected `livery topology apply` or `livery topology show` or "
          + "`livery topology permissions` or `livery topology definitions`; see `livery help`\n"
      ),
      (["watch", "--nope"], "livery: unknown option --nope; see `livery watch --help`\n"),
    ])
  func wrong(_ arguments: [String], _ error: String) {
    let written = Written()
    #expect(LiveryTool.run(arguments, written.context) == .usage)
    #expect(written.error == error)
    #expect(written.output == "")
  }

  @Test("The topology is shown without a broker, as text and as JSON")
  func topology() {
    let (text, json) = (Written(), Written())
    #expect(LiveryTool.run(["topology", "show"], text.context) == .success)
    #expect(text.output.contains("queue livery.dispatch\n"))
    #expect(text.output.contains("  x-queue-type = quorum\n"))
    let arguments = ["topology", "show", "--json", "--queue-type", "classic"]
    #expect(LiveryTool.run(arguments, json.context) == .success)
    #expect(json.output.contains(#""x-queue-type":"classic""#))
    #expect(json.output.split(separator: "\n").count == 1)
  }

  @Test("The permissions of a user are for the queues of that user's prefix")
  func permissions() {
    let written = Written()
    let arguments = ["topology", "permissions", "--user", "livery-riders=gate.way"]
    #expect(LiveryTool.run(arguments, written.context) == .success)
    let own = #"(amq\.gen-.*|amq_(0x)?[0-9a-f]+|replies\.gate\.way\.[^.]+)$'"#
    #expect(written.output.contains(#"'gate.way' '^"# + own), "\(written.output)")
    #expect(written.output.contains(#"'livery-observer' '^(amq\.gen-.*|amq_(0x)?[0-9a-f]+|obs"#))
    #expect(written.output.contains("# livery-simulator: runs livery simulate\n"))
  }

  @Test("The rights in a database are SQL for a role, quoted, and asked of no database")
  func databasePermissions() {
    let (worker, reader, console, everybody) = (Written(), Written(), Written(), Written())
    let command = ["database", "permissions"]
    #expect(LiveryTool.run(command + ["Night \"shift\""], worker.context) == .success)
    let lines = worker.output.split(separator: "\n")
    #expect(lines.contains(#"GRANT SELECT ON livery_schema TO "Night ""shift""";"#))
    #expect(lines.prefix(2).allSatisfy { $0.hasPrefix("DO $$BEGIN IF NOT has_") })
    #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("GRANT ") })
    #expect(lines.allSatisfy { $0.hasSuffix(";") })
    #expect(LiveryTool.run(command + ["r", "--read-only"], reader.context) == .success)
    #expect(!reader.output.contains("INSERT"))
    #expect(LiveryTool.run(command + ["c", "--console"], console.context) == .success)
    #expect(console.output.contains(#"GRANT SELECT, INSERT ON console_audit TO "c";"#))
    #expect(LiveryTool.run(command + ["public"], everybody.context) == .usage)
    #expect(everybody.error.contains("got 'public'") && everybody.output.isEmpty)
  }
}
