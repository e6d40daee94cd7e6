import Fleet
import Rides

/// One command of the tool: its arguments, its help, and its function.
struct Command: Sendable {
  /// The operands of a command.
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

    static let brokerAway = Ending(.unavailable, "the broker cannot be reached, or went away")
    static let brokerDenied = Ending(.denied, "the user of the broker lacks a right")
    static let storeAway = Ending(.unavailable, "the store cannot be reached")
    static let storeDenied = Ending(.denied, "the user of the store lacks a right")
    static let wrongSetting = Ending(.configuration, "a setting is wrong")
  }

  /// One word, or two for a command of a group.
  let name: String
  let summary: String
  /// Further help, in lines of at most 100 characters.
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
    .databasePermissions, .catalogueCheck, .catalogueShow, .contractWrite, .contractCheck, .send,
    .record, .replay, .mask, .watch, .status, .rides, .ride, .vehicles, .refund, .settle, .cancel,
    .waive, .adjust, .end, .reassign, .quote, .simulate, .metrics, .manualWrite, .deadLettersList,
    .deadLettersShow,
    .deadLettersRedrive,
    .deadLettersDiscard, .deadLettersExport,
  ]

  /// The command that the arguments begin with, and what follows its name.
  static func named(by arguments: [String]) -> (command: Command, rest: [String])? {
    for command in all where arguments.starts(with: command.words) {
      return (command, Array(arguments.dropFirst(command.words.count)))
    }
    return nil
  }
}

/// One option of a command: a row of the table that it is parsed by and that its help shows.
struct OptionRow: Sendable {
  /// The kind of an option's value.
  enum Kind: Hashable, Sendable {
    case flag
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case choice([String])
    /// A moment, as RFC 3339 writes it.
    case time
    /// A length of time in whole seconds, minutes, hours or days.
    case length
    case text
  }

  let name: String
  /// The word for the value in the help; empty for a flag.
  let placeholder: String
  let kind: Kind
  let summary: String
  /// Whether it may be repeated.
  let repeats: Bool

  /// A flag.
  init(_ name: String, _ summary: String) { self.init(name, "", .flag, summary) }

  init(
    _ name: String, _ placeholder: String, _ kind: Kind, repeats: Bool = false, _ summary: String
  ) {
    self.name = name
    self.placeholder = placeholder
    self.kind = kind
    self.repeats = repeats
    self.summary = summary
  }

  /// What a value must be, in words.
  var expectation: String {
    switch kind {
    case .flag: "no value"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
    case .choice(let words): words.joined(separator: " or ")
    case .time: "a time such as 2026-11-21T05:00:00Z"
    case .length: "a length of time such as 90s, 30m, 2h or 1d"
    case .text: "a text"
    }
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// The seconds of a duration; nil for other texts, and above ten years.
  static func length(_ text: String) -> Int? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let first = text.first, first.isASCII,
      first.isNumber, let count = Int(text.dropLast()), count <= 10 * 366 * 86_400 / unit
    else { return nil }
    return count * unit
  }

  /// Whether a text is a value of this option.
  func accepts(_ text: String) -> Bool {
    switch kind {
    case .flag: false
    case .integer(let range): Int(text).map(range.contains) ?? false
    case .number(let range): Double(text).map(range.contains) ?? false
    case .choice(let words): words.contains(text)
    case .time: Instant(rfc3339: text) != nil
    case .length: Self.length(text) != nil
    case .text: !text.isEmpty
    }
  }
}
