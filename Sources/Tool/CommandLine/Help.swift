import Fleet

/// The help of the tool and of its commands, made from the tables that they are run by.
enum Help {
  /// The text of `livery help`.
  static var overview: String {
    let width = Command.all.map(\.name.count).max() ?? 0
    let rows = Command.all.map { "  \($0.name.leftAligned(in: width))  \($0.summary)" }
    return """
      livery: looks after a fleet of ride workers on a RabbitMQ broker.

      Usage: livery COMMAND [OPTIONS]

      \(rows.joined(separator: "\n"))

      `livery COMMAND --help` lists its options, `livery --version` prints version and commit.
      Every command ends with 64 for a wrong command line, with 74 when its output is lost.
      Where the broker, the store and the catalogue are comes from the same LIVERY_ settings as for
      the workers; colors are left out when output is no terminal or NO_COLOR is set.

      """
  }

  /// The text of `livery COMMAND --help`.
  static func text(of command: Command) -> String {
    var sections = ["livery \(command.name): \(command.summary)", "Usage: \(usage(of: command))"]
    if !command.notes.isEmpty { sections.append(command.notes.joined(separator: "\n")) }
    sections.append(options(of: command))
    if !command.settings.isEmpty { sections.append(settings(of: command)) }
    sections.append("Example:\n  \(command.example)")
    let endings = command.endings.map { ending in
      "  \("\(ending.code.rawValue)".leftAligned(in: 4))\(ending.meaning)"
    }
    sections.append((["Exit codes:"] + endings).joined(separator: "\n"))
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// The text of `livery WORD --help`, for commands that begin with that word.
  static func text(of group: [Command]) -> String {
    group.map { text(of: $0) }.joined(separator: "\n")
  }

  /// How a command is called.
  static func usage(of command: Command) -> String {
    let operand = command.operand.map { " \($0.name)" } ?? ""
    return "livery \(command.name)\(operand) [OPTIONS]"
  }

  /// The operand and the options of a command, each with its meaning.
  static func rows(of command: Command) -> [(name: String, meaning: String)] {
    var rows = command.operand.map { [(name: $0.name, meaning: $0.summary)] } ?? []
    for option in command.options {
      let left = option.placeholder.isEmpty ? option.name : "\(option.name) \(option.placeholder)"
      rows.append((left, option.summary + range(of: option)))
    }
    return rows + [("--help", "print this")]
  }

  private static func options(of command: Command) -> String {
    let rows = rows(of: command)
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { "  \($0.name.leftAligned(in: width))  \($0.meaning)" }.joined(separator: "\n")
  }

  private static func range(of option: OptionRow) -> String {
    switch option.kind {
    case .integer, .number, .choice, .time, .length: " (\(option.expectation))"
    case .flag, .text: ""
    }
  }

  private static func settings(of command: Command) -> String {
    let rows = command.settings.map { name in
      let setting = Setting.named(name)
      let fallback = setting.shownDefault.map { "; default \($0)" } ?? ""
      return "  \(name.rawValue.leftAligned(in: 17))  \(setting.range)\(fallback)"
    }
    return (["Settings:"] + rows).joined(separator: "\n")
  }
}
