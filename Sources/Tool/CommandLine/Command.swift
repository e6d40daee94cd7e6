import Fleet

/// One command of the tool: what it is called with, what its help says, and what it does.
struct Command: Sendable {
  /// What a command takes beside its options.
  struct Operand: Hashable, Sendable {
    /// As the help shows it, such as `FILE`.
    let name: String
    let summary: String
    /// How many there may be.
    var count = 1...1
  }

  /// A way in which a command can end.
  struct Ending: Sendable {
    let code: ExitCode
    let meaning: String

    init(_ code: ExitCode, _ meaning: String) {
      self.code = code
      self.meaning = meaning
    }
  }

  /// One word, or two for a command of a group.
  let name: String
  let summary: String
  /// What there is to know beyond the options, in lines of at most 100 characters.
  var notes: [String] = []
  var operand: Operand?
  var options: [OptionRow] = []
  let example: String
  var settings: [SettingName] = []
  let endings: [Ending]
  let run: @Sendable (Arguments, ToolContext) throws(ToolError) -> ExitCode

  var words: [String] { name.split(separator: " ").map(String.init) }
}

extension Command {
  /// Every command, in the order of the help.
  static let all: [Command] = [
    .topologyApply, .topologyShow, .topologyPermissions, .topologyDefinitions, .migrate,
    .databasePermissions, .catalogueCheck, .contractWrite, .contractCheck, .send, .record,
    .replay, .mask, .watch, .status, .rides, .ride, .quote,
    .simulate, .bench, .metrics, .manualWrite, .deadLettersList, .deadLettersShow,
    .deadLettersRedrive, .deadLettersDiscard, .deadLettersExport,
  ]

  /// The command that the arguments begin with, and what follows its name.
  static func named(by arguments: [String]) -> (command: Command, rest: [String])? {
    for command in all where arguments.starts(with: command.words) {
      return (command, Array(arguments.dropFirst(command.words.count)))
    }
    return nil
  }
}
