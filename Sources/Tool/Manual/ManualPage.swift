/// A manual page in the requests of man(7), which man-db and groff format.
struct ManualPage {
  private var lines: [String]

  /// A page of section 1, user commands.
  init(name: String, version: String) {
    // Without a date the same build writes the same bytes.
    lines = [".TH \(name.uppercased()) 1 \"\" \"Livery \(version)\" \"Livery\""]
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func section(_ title: String) { lines.append(".SH \(title)") }

  mutating func subsection(_ title: String) { lines.append(".SS \"\(Self.escaped(title))\"") }

  mutating func paragraph(_ text: String) {
    lines += [".PP", Self.running(text)]
  }

  /// A line without a paragraph before it, such as that of a synopsis or a name.
  mutating func line(_ text: String) { lines.append(Self.running(text)) }

  /// A tag, such as an option, and its meaning.
  mutating func entry(_ tag: String, _ text: String) {
    lines += [".TP", ".B \(Self.escaped(tag))", Self.running(text)]
  }

  /// Lines as they are, such as an example.
  mutating func literal(_ text: String) {
    lines += [".PP", ".nf", ".RS 4"]
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
      Self.guarded(Self.escaped(String($0)))
    }
    lines += [".RE", ".fi"]
  }

  /// A text whose parts between backticks are bold.
  private static func running(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    let marked = parts.enumerated().map { index, part in
      index % 2 == 1 ? "\\fB\(escaped(String(part)))\\fR" : escaped(String(part))
    }
    return guarded(marked.joined())
  }

  /// A hyphen would be set as the sign of a broken word, and a backslash begins a request.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      case "'": escaped += "\\(aq"
      default:
        for scalar in character.unicodeScalars {
          // groff(7) needs the code points of other characters.
          let code = String(scalar.value, radix: 16, uppercase: true)
          escaped += scalar.isASCII ? String(scalar) : "\\[u\(code.leftPadded)]"
        }
      }
    }
  }

  /// A point or an apostrophe at the beginning of a line would be a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&\(line)" : line
  }
}

extension String {
  /// At least four digits, as groff(7) wants.
  fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
