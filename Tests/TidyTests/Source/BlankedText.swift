/// A Swift source with strings or comments blanked out, so that a search sees code alone.
///
/// Every scalar is replaced by one other, so a line and a column mean the same in all three texts.
/// Scalars are compared, since without optimization a comparison of characters takes much longer.
struct BlankedText {
  /// Without comments and without what strings hold.
  private(set) var code = String.UnicodeScalarView()
  /// Without what strings hold.
  private(set) var codeAndComments = String.UnicodeScalarView()

  private enum Mode: Equatable {
    /// Code, and how many of its parentheses are open; above a string it is an interpolation.
    case code(open: Int)
    case string(hashes: Int, quotes: Int)
    case lineComment
    case blockComment
  }

  private let text: [Unicode.Scalar]
  private var index = 0
  private var modes: [Mode] = [.code(open: 0)]

  init(_ source: String) {
    text = Array(source.unicodeScalars)
    while index < text.count {
      switch modes[modes.count - 1] {
      case .code(let open): readCode(open)
      case .string(let hashes, let quotes): readString(hashes, quotes)
      case .lineComment: readLineComment()
      case .blockComment: readBlockComment()
      }
    }
  }

  private mutating func readCode(_ open: Int) {
    if starts("//") {
      modes.append(.lineComment)
    } else if starts("/*") {
      modes.append(.blockComment)
      keep(2, isComment: true)
    } else if let (hashes, quotes) = openingQuote() {
      modes.append(.string(hashes: hashes, quotes: quotes))
      keep(hashes + quotes)
    } else {
      if text[index] == "(" { modes[modes.count - 1] = .code(open: open + 1) }
      if text[index] == ")" {
        if open == 0 && modes.count > 1 {
          modes.removeLast()
        } else {
          modes[modes.count - 1] = .code(open: max(0, open - 1))
        }
      }
      keep(1)
    }
  }

  private mutating func readString(_ hashes: Int, _ quotes: Int) {
    let escape = "\\" + String(repeating: "#", count: hashes)
    let end = String(repeating: "\"", count: quotes) + String(repeating: "#", count: hashes)
    if starts(escape + "(") {
      keep(escape.count + 1)
      modes.append(.code(open: 0))
    } else if starts(escape) {
      blank(escape.count + 1)
    } else if starts(end) {
      modes.removeLast()
      keep(end.count)
    } else if text[index] == "\n" && quotes == 1 {
      modes.removeLast()
    } else {
      blank(1)
    }
  }

  private mutating func readLineComment() {
    if text[index] == "\n" { modes.removeLast() } else { keep(1, isComment: true) }
  }

  private mutating func readBlockComment() {
    if starts("*/") {
      modes.removeLast()
      keep(2, isComment: true)
    } else if starts("/*") {
      modes.append(.blockComment)
      keep(2, isComment: true)
    } else {
      keep(1, isComment: true)
    }
  }

  private func openingQuote() -> (hashes: Int, quotes: Int)? {
    guard text[index] == "\"" || text[index] == "#" else { return nil }
    let hashes = text[index...].prefix { $0 == "#" }.count
    let quotes = text[(index + hashes)...].prefix(3).prefix { $0 == "\"" }.count
    if quotes == 0 { return nil }
    return (hashes, quotes == 3 ? 3 : 1)
  }

  private func starts(_ part: String) -> Bool {
    var place = index
    for scalar in part.unicodeScalars {
      guard place < text.count, text[place] == scalar else { return false }
      place += 1
    }
    return true
  }

  private mutating func keep(_ count: Int, isComment: Bool = false) {
    for place in index..<min(index + count, text.count) {
      code.append(isComment && text[place] != "\n" ? " " : text[place])
      codeAndComments.append(text[place])
    }
    index += count
  }

  private mutating func blank(_ count: Int) {
    for place in index..<min(index + count, text.count) {
      code.append(text[place] == "\n" ? text[place] : "_")
      codeAndComments.append(text[place] == "\n" ? text[place] : "_")
    }
    index += count
  }
}
