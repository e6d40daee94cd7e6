import JSON

/// A line of which parts may be colored on a terminal.
///
/// The colors are control sequences themselves, so that a text is escaped where it goes in.
struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// How a part of a line looks on a terminal.
  enum Style: String, Sendable {
    case good = "32"
    case bad = "31"
    case dim = "2"
    case strong = "1"
  }

  /// Texts without unprintable characters, each with its style.
  fileprivate var parts: [Part] = []

  fileprivate struct Part: Hashable {
    let text: String
    let style: Style?
  }

  /// A text, wholly in a style or without one.
  init(_ text: String, _ style: Style? = nil) {
    parts = [Part(text: PrintableText.of(text), style: style)]
  }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  /// Builds a line of texts and of parts in a style: `"\(name)  \(phase, .strong)"`.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { appendInterpolation(text) }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts += StyledText(value.description).parts
    }

    mutating func appendInterpolation(_ text: String, _ style: Style) {
      parts += StyledText(text, style).parts
    }

    mutating func appendInterpolation(_ text: StyledText) { parts += text.parts }
  }

  /// The line for a terminal, or for anything else.
  func text(isColored: Bool) -> String {
    parts.map { part in
      guard isColored, let style = part.style else { return part.text }
      return "\u{1B}[\(style.rawValue)m\(part.text)\u{1B}[0m"
    }.joined()
  }
}
