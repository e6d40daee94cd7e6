/// What other targets use says what it is for.
///
/// Free of it are stored properties, whose names and types say it; initialisers that only store
/// their arguments; and what a protocol demands, which is documented there.
enum DocumentationRule {
  /// Demanded by protocols of the standard library.
  private static let knownWitnesses: Set = [
    "==", "<", "hash", "encode", "init(from", "description", "customMirror",
  ]

  static func check(_ file: SourceFile, demanded: Set<String> = []) -> [Finding] {
    guard file.isSource else { return [] }
    return file.code.indices.compactMap { index in
      guard isPackageDeclaration(file.code[index]), !isDocumented(index, in: file),
        !isFree(index, in: file.code, demanded)
      else { return nil }
      return file.finding(index, "expected a documentation comment above a package declaration")
    }
  }

  /// The names that the protocols of a file demand.
  static func demands(of file: SourceFile) -> Set<String> {
    var names: Set<String> = []
    for start in file.code.indices where Declaration.words(of: file.code[start]).first == "protocol"
    {
      let end = Declaration.end(of: start, in: file.code) ?? start
      names.formUnion(file.code[start...end].dropFirst().compactMap(Declaration.name))
    }
    return names
  }

  private static func isPackageDeclaration(_ line: String) -> Bool {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
    return words.first == "package" && !words.contains("import")
  }

  private static func isDocumented(_ index: Int, in file: SourceFile) -> Bool {
    var above = index - 1
    while above >= 0, file.lines[above].trimmed.hasPrefix("@") { above -= 1 }
    return above >= 0 && file.lines[above].trimmed.hasPrefix("///")
  }

  private static func isFree(_ index: Int, in code: [String], _ demanded: Set<String>) -> Bool {
    guard let keyword = Declaration.words(of: code[index]).first else { return false }
    if let name = Declaration.name(code[index]),
      knownWitnesses.contains(name) || demanded.contains(name)
    {
      return true
    }
    let end = Declaration.end(of: index, in: code)
    if keyword == "let" || keyword == "var" { return end == nil }
    guard keyword.hasPrefix("init("), let end else { return false }
    return onlyStores(code[index...end].joined(separator: "\n"))
  }

  /// Whether each statement of an initialiser's body has the form `x = …` or `self.x = …`.
  private static func onlyStores(_ text: String) -> Bool {
    guard let brace = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}") else {
      return false
    }
    let body = text[text.index(after: brace)..<end]
    return body.split(whereSeparator: { $0 == "\n" || $0 == ";" }).map(\.trimmed)
      .allSatisfy { $0.isEmpty || $0.split(separator: " ").dropFirst().first == "=" }
  }
}
