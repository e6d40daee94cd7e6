import Fleet
import Messages
import Rides

/// What a command was called with: options by name, and operands.
struct Arguments: Hashable, Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads arguments by the table of a command.
  ///
  /// A value follows its option as the next argument or after `=`. What begins with `-` is an
  /// option, except `-` alone, numbers below zero and everything after `--`.
  static func parse(
    _ arguments: [String], for command: Command
  ) throws(UsageMistake) -> Arguments {
    var parsed = Arguments()
    var rest = arguments[...]
    var onlyOperands = false
    while let argument = rest.popFirst() {
      if !onlyOperands, argument == "--" {
        onlyOperands = true
      } else if !onlyOperands, argument.isOption {
        try parsed.parseOption(argument, &rest, command)
      } else {
        try parsed.parseOperand(argument, command)
      }
    }
    if let operand = command.operand, parsed.operands.count < operand.count.lowerBound {
      throw UsageMistake("expected \(operand.name), \(operand.summary), got nothing")
    }
    return parsed
  }

  private mutating func parseOption(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(UsageMistake) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name }) else {
      let nearest = NearestName.of(name, among: command.options.map(\.name))
      throw UsageMistake("unknown option \(name)\(nearest.map { "; did you mean \($0)?" } ?? "")")
    }
    guard option.repeats || values[name] == nil else {
      throw UsageMistake("\(name) is given twice")
    }
    if option.kind == .flag {
      guard parts.count == 1 else { throw UsageMistake("\(name) takes no value") }
      values[name] = [""]
      return
    }
    let inPlace = parts.count == 2 ? String(parts[1]) : nil
    guard let value = inPlace ?? rest.first, inPlace != nil || !value.hasPrefix("--") else {
      throw UsageMistake("\(name): expected \(option.expectation), got nothing")
    }
    if inPlace == nil { rest.removeFirst() }
    guard option.accepts(value) else {
      throw UsageMistake("\(name): expected \(option.expectation), got '\(value)'")
    }
    values[name, default: []].append(value)
  }

  private mutating func parseOperand(
    _ argument: String, _ command: Command
  ) throws(UsageMistake) {
    guard let operand = command.operand, operands.count < operand.count.upperBound else {
      throw UsageMistake("unexpected argument '\(argument)'")
    }
    operands.append(argument)
  }
}

extension String {
  /// Whether it is a dash and more, and no number.
  fileprivate var isOption: Bool {
    guard hasPrefix("-"), let second = dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber)
  }
}

extension Arguments {
  /// The operand of a command that has exactly one.
  var operand: String? { operands.first }

  /// Whether a flag is there.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of a text or choice.
  func text(_ name: String) -> String? { values[name]?.first }

  /// The values of a text or choice that may be repeated.
  func texts(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option that is declared as a time.
  func time(_ name: String) -> Instant? { values[name]?.first.flatMap { Instant(rfc3339: $0) } }

  /// The value of an option that is declared as a whole number.
  func integer(_ name: String) -> Int? { values[name]?.first.flatMap { Int($0) } }

  /// The value of an option that is declared as a number.
  func number(_ name: String) -> Double? { values[name]?.first.flatMap { Double($0) } }

  /// The value of an option that is declared as a length of time.
  func length(_ name: String) -> Int? { values[name]?.first.flatMap { OptionRow.length($0) } }

  /// The value of an option in seconds.
  func seconds(_ name: String) -> Duration? { number(name).map { .seconds($0) } }
}

/// What is wrong with a command line, in one line.
struct UsageMistake: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
