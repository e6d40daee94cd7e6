/// Files and functions end while a reader still remembers how they began; calls and names are short
/// too.
enum LengthRules {
  static let longestFile = 300
  static let longestFunction = 40
  static let mostParameters = 5
  /// In how many types another may be nested, such as `C` in `A.B.C`.
  static let deepestType = 2
  /// What a comment above a function says that has more parameters, before the reason.
  static let excuse = "More than five parameters: "

  static func checkFile(_ file: SourceFile) -> [Finding] {
    guard file.lines.count > longestFile else { return [] }
    return [file.finding(longestFile, "expected \(longestFile) lines, got \(file.lines.count)")]
  }

  static func checkFunctions(_ file: SourceFile) -> [Finding] {
    file.code.indices.compactMap { start in
      guard Declaration.beginsFunction(file.code[start]),
        let end = Declaration.end(of: start, in: file.code)
      else { return nil }
      let count = end - start + 1
      guard count > longestFunction else { return nil }
      return file.finding(start, "expected \(longestFunction) lines a function, got \(count)")
    }
  }

  /// Initialisers that only store may have as many parameters as there is to store.
  static func checkParameters(_ file: SourceFile) -> [Finding] {
    file.code.indices.compactMap { start in
      guard let count = Declaration.parameters(of: start, in: file.code), count > mostParameters,
        !Declaration.isStoringInitializer(start, in: file.code), !isExcused(start, in: file)
      else { return nil }
      return file.finding(start, "expected \(mostParameters) parameters at most, got \(count)")
    }
  }

  static func checkNesting(_ file: SourceFile) -> [Finding] {
    let types = TypeDeclaration.all(in: file.code)
    return types.filter { !$0.isExtension }.compactMap { type in
      let depth = types.filter { $0.lines.contains(type.start) }.map(\.depth).reduce(-1, +)
      guard depth > deepestType else { return nil }
      return file.finding(
        type.start, "expected \(deepestType) types around a type at most, got \(depth)")
    }
  }

  private static func isExcused(_ start: Int, in file: SourceFile) -> Bool {
    file.lines[..<start].reversed().prefix { ["//", "@"].contains(where: $0.trimmed.hasPrefix) }
      .contains { $0.contains(excuse) }
  }
}
