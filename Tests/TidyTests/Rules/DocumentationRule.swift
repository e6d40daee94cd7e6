/// What other targets use says what it is for.
///
/// Free of it are stored properties, whose names and types say it; initialisers that only store
/// their arguments; and what a protocol demands, which is documented there.
enum DocumentationRule {
  /// Demanded by protocols of the standard library.
  private static let knownWitnesses: Set = ["==", "<", "hash", "description"]

  static func check(_ file: SourceFile, demands: Demands) -> [Finding] {
    guard file.isSource else { return [] }
    let types = TypeDeclaration.all(in: file.code)
    return file.code.indices.compactMap { index in
      guard isOfferedDeclaration(file.code[index]), !isDocumented(index, in: file),
        !isFree(index, in: file.code)
      else { return nil }
      if let name = Declaration.name(file.code[index]),
        let owner = types.last(where: { $0.lines.contains(index) }),
        demands.demand(name, of: owner, in: file)
      {
        return nil
      }
      return file.finding(index, "expected a documentation comment above a package or public one")
    }
  }

  private static func isOfferedDeclaration(_ line: String) -> Bool {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
    return ["package", "public"].contains(words.first) && !words.contains("import")
  }

  private static func isDocumented(_ index: Int, in file: SourceFile) -> Bool {
    var above = index - 1
    while above >= 0, file.lines[above].trimmed.hasPrefix("@") { above -= 1 }
    return above >= 0 && file.lines[above].trimmed.hasPrefix("///")
  }

  private static func isFree(_ index: Int, in code: [String]) -> Bool {
    guard let keyword = Declaration.words(of: code[index]).first else { return false }
    if keyword == "let" || keyword == "var", Declaration.end(of: index, in: code) == nil {
      return true
    }
    return Declaration.name(code[index]).map(knownWitnesses.contains) == true
      || Declaration.isStoringInitializer(index, in: code)
  }
}
