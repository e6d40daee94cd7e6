import JSON

/// Texts from outside as parts of HTML and XML.
enum Markup {
  /// The text with all signs escaped that mean something in markup, within quotes too.
  ///
  /// Unprintable characters become their JSON escapes: XML 1.0 forbids most of them, and a browser
  /// obeys those that set the direction of writing.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in PrintableText.of(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
