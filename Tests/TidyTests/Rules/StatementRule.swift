/// SQL is written in the source: only values come from outside, as parameters.
///
/// A statement is a constant, which no value of a message can be a part of. One that is put
/// together says "Of constants alone" within the five lines above it, and what they are.
enum StatementRule {
  private static let stores: Set = ["SQLiteStore", "PostgresStore"]
  private static let mark = "Of constants alone"

  static func check(_ file: SourceFile) -> [Finding] {
    guard let target = file.target, stores.contains(target) else { return [] }
    return file.code.indices.filter { index in
      WordRules.holds(file.code[index], "SQL(") && !isConstant(index, in: file)
    }.map {
      file.finding($0, "expected a statement in a static let, or a comment '\(mark): …' above it")
    }
  }

  private static func isConstant(_ index: Int, in file: SourceFile) -> Bool {
    let line = file.code[index].trimmed
    if line.contains("static let "), line.contains("= SQL(") { return true }
    return file.lines[max(0, index - 5)...index].contains { $0.contains(mark) }
  }
}
