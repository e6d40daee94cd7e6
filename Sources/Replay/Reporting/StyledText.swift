import JSON

/// A line whose parts may be colored on a terminal.
///
/// The colors are control sequences, so a text is escaped when it is added.
package struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// How a part of a line looks on a terminal.
  package enum Style: String, Sendable {
    case good = "32"
    case bad = "31"
    case dim = "2"
    case strong = "1"
  }

  /// Texts without unprintable characters, each with its style.
  private var parts: [Part]

  fileprivate struct Part: Hashable {
    let text: String
    let style: Style?
  }

  /// A text, wholly in a style or without one.
  package init(_ text: String, _ style: Style? = nil) {
    parts = [Part(text: PrintableText.of(text), style: style)]
  }

  /// Makes a text without a style.
  package init(stringLiteral text: String) { self.init(text) }

  /// Makes the line that an interpolation has built.
  package init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  /// Builds a line of texts and of parts in a style: `"\(name)  \(phase, .strong)"`.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a text without a style.
    package mutating func appendLiteral(_ text: String) { appendInterpolation(text) }

    /// Adds a value without a style.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendInterpolation(StyledText(value.description))
    }

    /// Adds a text in a style.
    package mutating func appendInterpolation(_ text: String, _ style: Style) {
      appendInterpolation(StyledText(text, style))
    }

    /// Adds the parts of another line.
    package mutating func appendInterpolation(_ text: StyledText) { parts += text.parts }
  }

  /// The line for a terminal, or for anything else; cut after that many characters.
  package func text(isColored: Bool, width: Int = .max) -> String {
    let length = parts.reduce(0) { $0 + $1.text.unicodeScalars.count }
    var room = length > width ? width - 1 : length
    var line = ""
    for part in parts where room > 0 {
      let text = String(part.text.unicodeScalars.prefix(room))
      room -= text.unicodeScalars.count
      if isColored, let style = part.style {
        line += "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
      } else {
        line += text
      }
    }
    return length > width ? line + "…" : line
  }
}
