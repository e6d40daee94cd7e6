import JSON

/// A line of which parts may be colored on a terminal.
struct ReportLine {
  /// How a part looks on a terminal.
  enum Style: String {
    case good = "32"
    case bad = "31"
    case dim = "2"
    case strong = "1"
  }

  /// Texts without unprintable characters.
  private var parts: [(text: String, style: Style?)] = []

  init(_ text: String, _ style: Style? = nil) { add(text, style) }

  mutating func add(_ text: String, _ style: Style? = nil) {
    parts.append((PrintableText.of(text), style))
  }

  /// The line, cut off after so many characters.
  func text(isColored: Bool, width: Int) -> String {
    var room = width
    let length = parts.reduce(0) { $0 + $1.text.unicodeScalars.count }
    if length > width { room -= 1 }
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
