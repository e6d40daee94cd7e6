/// The head of a type or an extension, and the lines that it spans.
struct TypeDeclaration {
  /// With the types around it where an extension names them, such as `Outcome.Note`.
  var name: String
  /// The types and protocols of the inheritance clause, without what they are nested in.
  var inherited: Set<String>
  var lines: ClosedRange<Int>
  var keyword: String

  var start: Int { lines.lowerBound }
  var isExtension: Bool { keyword == "extension" }
  /// How many types the name leads through.
  var depth: Int { name.split(separator: ".").count }

  private static let keywords: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]

  static func all(in code: [String]) -> [TypeDeclaration] {
    code.indices.compactMap { TypeDeclaration(at: $0, in: code) }
  }

  private init?(at start: Int, in code: [String]) {
    var words = Declaration.words(of: code[start])
    // `class` is a modifier too.
    if let last = code[start].split(separator: " ").prefix(while: { $0 != words.first }).last,
      last == "class", words.first.map({ !["func", "var", "let"].contains($0) }) == true
    {
      words = ["class"] + words
    }
    guard let keyword = words.first, Self.keywords.contains(keyword),
      let end = Declaration.end(of: start, in: code)
    else { return nil }
    let text = code[start...end].joined(separator: " ")
    let head = text.prefix { $0 != "{" }.firstPart(before: " where ")
    let parts = head.split(separator: ":", maxSplits: 1)
    guard let declared = words.dropFirst().first else { return nil }
    self.keyword = String(keyword)
    name = String(declared.prefix { !":<{".contains($0) })
    inherited = Set(
      parts.dropFirst().joined().split { ",& ".contains($0) }
        .compactMap { $0.prefix { $0 != "<" }.split(separator: ".").last.map { String($0) } })
    lines = start...end
  }
}

extension StringProtocol {
  fileprivate func firstPart(before separator: String) -> String {
    firstRange(of: separator).map { String(self[..<$0.lowerBound]) } ?? String(self)
  }
}
