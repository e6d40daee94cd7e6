import Messages

/// Reads settings out of an environment one by one, and collects the mistakes.
struct SettingReader {
  private let environment: [String: String]
  private let readFile: (String) -> [UInt8]?
  private(set) var mistakes: [ConfigurationMistake] = []

  init(environment: [String: String], readFile: @escaping (String) -> [UInt8]?) {
    self.environment = environment
    self.readFile = readFile
  }

  /// The value of a setting or its default; nil without both, or if the value is wrong.
  mutating func value<Value>(
    of name: SettingName, _ read: (String) throws(SettingFault) -> Value
  ) -> Value? {
    guard let text = text(of: name) else { return nil }
    do throws(SettingFault) {
      return try read(text)
    } catch {
      refuse(name.rawValue, expected: Setting.named(name).range, got: error.got)
      return nil
    }
  }

  /// The value that `parse` makes of the text of a setting; nil when it makes none.
  ///
  /// - Parameter isShown: Whether the mistake quotes the text; it may hold a password.
  mutating func parsed<Value>(
    _ name: SettingName, isShown: Bool = true, _ parse: (String) -> Value?
  ) -> Value? {
    value(of: name) { text throws(SettingFault) in
      if let value = parse(text) { return value }
      throw SettingFault(got: isShown ? "'\(text)'" : "another text")
    }
  }

  /// The value of a setting that is one of the words of `Value`; nil when it is wrong.
  mutating func word<Value: RawRepresentable<String>>(of name: SettingName) -> Value? {
    parsed(name, Value.init(rawValue:))
  }

  /// The text of a setting; nil when it is absent or empty.
  mutating func nonEmptyText(of name: SettingName) -> String? {
    value(of: name) { text throws(SettingFault) in
      guard !text.isEmpty else { throw SettingFault(got: "an empty text") }
      return text
    }
  }

  /// The value of a setting whose row says that it is a whole number; 0 when it is wrong, and
  /// `fallback` when it is absent and has no default.
  mutating func integer(_ name: SettingName, otherwise fallback: Int = 0) -> Int {
    guard text(of: name) != nil else { return fallback }
    guard case .integer(let range) = Setting.named(name).kind else {
      preconditionFailure("\(name.rawValue) is not a number in the table of settings")
    }
    return parsed(name) { text in
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard isNumber, let number = Int(text), range.contains(number) else { return nil }
      return number
    } ?? 0
  }

  /// Refuses unknown names with the prefix of a setting, so that a misspelled name is noticed.
  mutating func refuseUnknownNames() {
    let known = Setting.all.flatMap { setting in
      setting.isSecret
        ? [setting.name.rawValue, "\(setting.name.rawValue)_FILE"] : [setting.name.rawValue]
    }
    for name in environment.keys.sorted() where name.hasPrefix("LIVERY_") {
      if name.hasPrefix("LIVERY_TEST_") || known.contains(name) { continue }
      let nearest = NearestName.of(name, among: known)
      let advice = nearest.map { "; did you mean \($0)?" } ?? ""
      refuse(name, expected: "a setting's name", got: "an unknown one\(advice)")
    }
  }

  /// Refuses the absence of required settings that have no default.
  mutating func refuseAbsent(_ required: Set<SettingName>) {
    for setting in Setting.all where required.contains(setting.name) {
      let name = setting.name.rawValue
      let isGiven =
        environment[name] != nil || (setting.isSecret && environment["\(name)_FILE"] != nil)
      if !isGiven && setting.defaultText == nil {
        refuse(name, expected: setting.range, got: "nothing")
      }
    }
  }

  private mutating func text(of name: SettingName) -> String? {
    let setting = Setting.named(name)
    let direct = environment[name.rawValue].flatMap { isAbsent($0, for: name) ? nil : $0 }
    let fileName = "\(name.rawValue)_FILE"
    guard setting.isSecret, let path = environment[fileName] else {
      return direct ?? setting.defaultText
    }
    guard direct == nil else {
      refuse(fileName, expected: "one of \(name.rawValue) and \(fileName)", got: "both")
      return nil
    }
    guard let bytes = readFile(path) else {
      refuse(fileName, expected: "a file that can be read", got: "'\(path)'")
      return nil
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      refuse(fileName, expected: "a file of UTF-8 text", got: "'\(path)'")
      return nil
    }
    return text.withoutLineEnd
  }

  /// Whether a text counts as absent: to OpenTelemetry an empty one does.
  private func isAbsent(_ text: String, for name: SettingName) -> Bool {
    text.isEmpty && name.rawValue.hasPrefix("OTEL_")
  }

  private mutating func refuse(_ name: String, expected: String, got: String) {
    mistakes.append(ConfigurationMistake(name: name, expected: expected, got: got))
  }
}

/// Why the text of a setting is refused: the refused value, in words that may be shown.
struct SettingFault: Error {
  let got: String
}

/// One mistake in the environment.
package struct ConfigurationMistake: Hashable, Sendable, CustomStringConvertible {
  /// The name in the environment; it may be no setting's name.
  package let name: String
  /// The allowed values.
  package let expected: String
  /// The refused value; a secret is only described.
  package let got: String

  package var description: String { "\(name): expected \(expected), got \(got)" }
}

/// All mistakes of a configuration, so that they can be corrected at once; never empty.
///
/// A retry does not help before the environment is changed.
package struct ConfigurationMistakes: Error, Hashable, Sendable, CustomStringConvertible {
  package let mistakes: [ConfigurationMistake]

  /// Makes the error of at least one mistake.
  package init(_ mistakes: [ConfigurationMistake]) {
    precondition(!mistakes.isEmpty, "a configuration without mistakes is no error")
    self.mistakes = mistakes
  }

  package var description: String { mistakes.map(\.description).joined(separator: "\n") }
}

extension String {
  /// The text without one line feed at its end, which editors and `echo` add.
  fileprivate var withoutLineEnd: String {
    // A carriage return with its line feed is one character.
    last == "\n" || last == "\r\n" ? String(dropLast()) : self
  }
}
