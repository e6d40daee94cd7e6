import Testing

/// A rule of the house, and how a file is searched for what breaks it.
struct Rule: Sendable, CustomTestStringConvertible {
  let name: String
  let check: @Sendable (SourceFile) -> [Finding]

  var testDescription: String { name }

  /// The rules that need no more than the file; the one of documentation needs the whole tree.
  static let all: [Rule] = [
    Rule(name: "imports follow the arrows", check: ImportRule.check),
    Rule(name: "files are short", check: LengthRules.checkFile),
    Rule(name: "functions are short", check: LengthRules.checkFunctions),
    Rule(name: "functions have few parameters", check: LengthRules.checkParameters),
    Rule(name: "types are nested little", check: LengthRules.checkNesting),
    Rule(name: "lines are plain and short", check: LineRules.check),
    Rule(name: "words that are not used", check: WordRules.check),
    Rule(name: "statements are constants", check: StatementRule.check),
    Rule(name: "tests are named by sentences", check: TestNameRule.check),
  ]
}
