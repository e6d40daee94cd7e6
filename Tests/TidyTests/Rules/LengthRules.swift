/// Files and functions end while a reader still remembers how they began.
enum LengthRules {
  static let longestFile = 300
  static let longestFunction = 40

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
}
