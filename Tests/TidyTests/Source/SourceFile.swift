/// A Swift file of the tree, as text and with its strings and comments blanked out.
struct SourceFile {
  /// From the root of the package, such as `Sources/Rides/Money/Money.swift`.
  let path: String
  let lines: [String]
  /// The lines without comments and without what strings hold.
  let code: [String]
  /// The lines without what strings hold.
  let codeAndComments: [String]

  init(path: String, text: String) {
    self.path = path
    let blanked = BlankedText(text)
    lines = Self.lines(of: text.unicodeScalars)
    code = Self.lines(of: blanked.code)
    codeAndComments = Self.lines(of: blanked.codeAndComments)
  }

  var isSource: Bool { path.hasPrefix("Sources/") }
  var isTest: Bool { path.hasPrefix("Tests/") }

  /// The target that a source belongs to: the folder below `Sources`.
  var target: String? {
    let parts = path.split(separator: "/")
    return isSource && parts.count > 2 ? String(parts[1]) : nil
  }

  /// Whether a line has a comment, or the one above it is one.
  func isCommented(_ index: Int) -> Bool {
    hasComment(index) || index > 0 && hasComment(index - 1) && code[index - 1].trimmed.isEmpty
  }

  private func hasComment(_ index: Int) -> Bool { code[index] != codeAndComments[index] }

  func finding(_ index: Int, _ what: String) -> Finding {
    Finding(path: path, line: index + 1, what: what)
  }

  private static func lines(of text: String.UnicodeScalarView) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension StringProtocol {
  /// The words and signs of a line of code without the white space around them.
  var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  /// How many blanks a line begins with.
  var indentation: Int { prefix { $0 == " " }.count }
}
