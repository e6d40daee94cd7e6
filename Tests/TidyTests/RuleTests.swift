import Testing

/// A sample that breaks rules on known lines, or breaks none.
struct Sample: Sendable, CustomTestStringConvertible {
  var rule: @Sendable (SourceFile) -> [Finding]
  var path = "Sources/Rides/Sample.swift"
  var text: String
  /// The lines on which a finding is expected, counted from 1.
  var lines: [Int]

  var testDescription: String { "\(path): \(text.prefix(60))" }

  static let imports = [
    Sample(rule: ImportRule.check, text: "import Messages", lines: [1]),
    Sample(rule: ImportRule.check, text: "// c\n@preconcurrency import Glibc", lines: [2]),
    Sample(rule: ImportRule.check, text: "// import Messages\n", lines: []),
    Sample(
      rule: ImportRule.check, path: "Sources/Fleet/A.swift",
      text: "package import Rides\nimport Foundation\nimport struct Foundation.URL", lines: [2, 3]),
    Sample(rule: ImportRule.check, path: "Sources/New/A.swift", text: "", lines: [1]),
    Sample(rule: ImportRule.check, path: "Tests/A/A.swift", text: "import Foundation", lines: []),
  ]

  static let statements = [
    Sample(
      rule: StatementRule.check, path: "Sources/SQLiteStore/A.swift",
      text:
        "private static let a = SQL(\nlet b = SQL(x)\n// Of constants alone: y.\nlet c = SQL(y)",
      lines: [2]),
    Sample(rule: StatementRule.check, text: "let b = SQL(x)", lines: []),
  ]

  static let lengths = [
    Sample(
      rule: LengthRules.checkFile, text: String(repeating: "\n", count: 300) + "x", lines: [301]),
    Sample(rule: LengthRules.checkFile, text: String(repeating: "x\n", count: 300), lines: []),
    Sample(rule: LengthRules.checkFunctions, text: function("func f() {", 39), lines: [1]),
    Sample(rule: LengthRules.checkFunctions, text: function("func f() {", 38), lines: []),
    Sample(rule: LengthRules.checkFunctions, text: function("package init?(\n) {", 39), lines: [1]),
    Sample(rule: LengthRules.checkFunctions, text: function("deinit {", 39), lines: [1]),
    Sample(
      rule: LengthRules.checkFunctions, text: function("private static var x: Int {", 39),
      lines: [1]),
    Sample(
      rule: LengthRules.checkFunctions,
      text: "func requirement() -> Int\n" + function("enum E {", 60), lines: []),
    Sample(
      rule: LengthRules.checkParameters,
      text: "func f(a: A, b: B, c: C, d: D, e: E, f: F) {}\ninit(\n  a: A, b: B = [1: 2], c: C,\n"
        + "  d: (D) -> D, e: E, f: F\n) {\n  a()\n}", lines: [1, 2]),
    Sample(
      rule: LengthRules.checkParameters,
      text: "func f(a: [A: A], b: (_ b: B) -> B, c: C, d: D, e: E) {}\n"
        + "init(a: A, b: B, c: C, d: D, e: E, f: F) { self.a = a }\n"
        + "// More than five parameters: C calls it.\n"
        + "func g(a: A, b: B, c: C, d: D, e: E, f: F) {}", lines: []),
    Sample(
      rule: LengthRules.checkNesting,
      text: "struct A {\n  enum B {\n    final class C {\n      struct D {\n      }\n    }\n  }\n}",
      lines: [4]),
    Sample(
      rule: LengthRules.checkNesting,
      text: "extension A.B {\n  struct C {\n    enum D {}\n    class func e() {}\n  }\n}",
      lines: [3]),
    Sample(
      rule: LengthRules.checkNesting, text: "extension A.B {\n  struct C: D {\n  }\n}", lines: []),
    Sample(rule: LengthRules.checkFunctions, text: function("static let all = [ {", 60), lines: []),
  ]

  static let texts = [
    Sample(rule: LineRules.check, text: String(repeating: "é", count: 101), lines: [1]),
    Sample(rule: LineRules.check, text: String(repeating: "é", count: 100), lines: []),
    Sample(rule: LineRules.check, text: "a\n\tb\nc \n", lines: [2, 3]),
    Sample(
      rule: TestNameRule.check, path: "Tests/A/A.swift",
      text: "@Test func a() {}\n@Test(\"name\") func b() {}\n@Test(\n\"It works\") func c() {}",
      lines: [1, 2]),
    Sample(
      rule: TestNameRule.check, path: "Tests/A/A.swift",
      text: "@Test(\n  arguments: [\"a b\"]) func a() {}\n@Testable(1)", lines: [1]),
  ]

  static let words = [
    Sample(rule: WordRules.check, text: "try! f()\nlet a = b as! C\ntry f()", lines: [1, 2]),
    Sample(rule: WordRules.check, text: "struct A: @unchecked Sendable {}", lines: [1]),
    Sample(rule: WordRules.check, text: "nonisolated(unsafe) var a = 1", lines: [1]),
    Sample(rule: WordRules.check, text: "public var a = 1\nlet publicKey = 2", lines: [1]),
    Sample(
      rule: WordRules.check, path: "Sources/LiveryMessages/A.swift", text: "public var a = 1",
      lines: []),
    Sample(rule: WordRules.check, text: "print(1)\nfingerprint(1)\nSwift.print(1)", lines: [1, 3]),
    Sample(rule: WordRules.check, text: "debugPrint(1)\ndump(1)\nSwift.dump(1)", lines: [1, 2, 3]),
    Sample(rule: WordRules.check, text: "queue.async { f() }", lines: [1]),
    Sample(rule: WordRules.check, text: "a!.b()\nf()!\nlet c = d[0]! + 1", lines: [1, 2, 3]),
    Sample(
      rule: WordRules.check,
      text: "f()!  // proof\nif !a, a != b { c(\"d!\", !e) }\n\n// proof\nlet a = b!", lines: []),
    Sample(
      rule: WordRules.check, path: "Sources/livery/main.swift", text: "print(1)", lines: []),
    Sample(rule: WordRules.check, text: "func f() async {}\nawait f()", lines: [1, 2]),
    Sample(rule: WordRules.check, text: "let a = \"try! print(1)\" // try!", lines: []),
    Sample(
      rule: WordRules.check, text: "// " + "TO" + "DO: later\n/* FIX" + "ME */", lines: [1, 2]),
    Sample(
      rule: WordRules.check,
      text: "fatalError()\nfatalError(\"why\")\nfatalError() // why\npreconditionFailure()",
      lines: [1, 4]),
  ]

  static let documentation = [
    Sample(rule: documented, text: "package func f() {}", lines: [1]),
    Sample(
      rule: documented, text: "/// Does.\n@inlinable\npackage func f() {}", lines: []),
    Sample(rule: documented, text: "// Does.\npackage struct A {}", lines: [2]),
    Sample(rule: documented, text: "package var a: Int { 1 }", lines: [1]),
    Sample(rule: documented, text: "public func f() {}", lines: [1]),
    Sample(rule: documented, text: "package static let a = 1", lines: []),
    Sample(
      rule: documented, text: "struct B: Sendable, A {\n  package func begin(_ a: Int) {}\n}",
      lines: []),
    Sample(
      rule: documented,
      text: "struct B: Sendable {\n  package func begin(_ a: Int) {}\n}\nextension B: Refined {}",
      lines: []),
    Sample(
      rule: documented, text: "extension D {\n  package func begin(_ a: Int) {}\n}", lines: []),
    Sample(
      rule: documented, text: "extension E {\n  package func begin(_ a: Int) {}\n}", lines: [2]),
    Sample(
      rule: documented,
      text: "extension B: Decodable {\n  package init(from a: any Decoder) { read() }\n}\n"
        + "extension C {\n  package init(from a: any Decoder) { read() }\n}", lines: [5]),
    Sample(
      rule: documented,
      text: "struct B: Sendable {\n  package func begin(_ a: Int) {}\n}\nstruct C: A {\n"
        + "  package func end() {}\n}\npackage func begin() {}", lines: [2, 5, 7]),
    Sample(rule: documented, text: "package var a: Int\npackage import A", lines: []),
    Sample(
      rule: documented,
      text: "package init(\n  a: Int\n) {\n  self.a = a\n  b = 1\n}", lines: []),
    Sample(
      rule: documented, text: "package init(a: Int) { self.a = a }", lines: []),
    Sample(
      rule: documented, text: "package init(a: Int) {\n  self.a = a\n  start()\n}",
      lines: [1]),
    Sample(
      rule: documented,
      text:
        "package static func < (a: A, b: A) -> Bool { true }\npackage var description: Text { x }",
      lines: []),
    Sample(
      rule: documented, path: "Tests/A/A.swift", text: "package func f() {}", lines: []
    ),
  ]

  /// The rule of documentation beside a protocol that demands `begin(_:)` and a type that has it.
  private static let documented: @Sendable (SourceFile) -> [Finding] = { file in
    let port = SourceFile(
      path: "Sources/A/A.swift",
      text: "protocol A {\n  func begin(_ a: Int)\n}\nprotocol Refined: A {\n}")
    let type = SourceFile(path: "Sources/Rides/D.swift", text: "final class D: Refined {\n}")
    let other = SourceFile(path: "Sources/A/E.swift", text: "struct E: A {\n}")
    return DocumentationRule.check(file, demands: Demands([port, type, other, file]))
  }

  private static func function(_ head: String, _ count: Int) -> String {
    "\(head)\n" + String(repeating: "  f()\n", count: count) + "}\n"
  }
}

@Suite struct RuleTests {
  @Test(
    "A rule finds what breaks it, and nothing else",
    arguments: Sample.imports + Sample.statements + Sample.lengths + Sample.texts + Sample.words
      + Sample.documentation)
  func finds(_ sample: Sample) {
    let findings = sample.rule(SourceFile(path: sample.path, text: sample.text))
    #expect(Set(findings.map(\.line)) == Set(sample.lines))
    #expect(findings.allSatisfy { $0.path == sample.path && !$0.what.isEmpty })
  }

  @Test("The top level accepts its entries, and dot files")
  func layout() {
    #expect(LayoutRule.check(["Package.swift", "Sources", "README.md", ".github"]) == [])
    #expect(LayoutRule.check(["Makefile", "docs"]).map(\.path) == ["Makefile", "docs"])
  }

  @Test("The needs of the targets are read from a manifest")
  func needs() {
    let manifest =
      "layer(\"A\"),\nlayer(\n  \"B\",\n  needs: [\n    \"A\", \"C\",\n  ]),\n"
      + "executable(\"d\", needs: [\"B\"]), tests(\"ATests\", needs: [\"A\"])"
    #expect(Arrows.needs(ofManifest: manifest) == ["A": [], "B": ["A", "C"], "d": ["B"]])
  }

  @Test("A finding is one line with its place")
  func finding() {
    #expect(Finding(path: "a/b.swift", line: 3, what: "a tab").description == "a/b.swift:3: a tab")
  }

  @Test(
    "Strings and comments are blanked out, in place",
    arguments: [
      ("a \"b\" // c", "a \"_\"     "),
      ("a /* b /* c */ d */ e", "a                   e"),
      ("\"a\\\"b\" c", "\"____\" c"),
      ("\"a \\(b(\"c\")) d\" e", "\"__\\(b(\"_\"))__\" e"),
      ("#\"a\"b\"# c", "#\"___\"# c"),
      ("#\"\\(a) \\#(b)\"# c", "#\"_____\\#(b)\"# c"),
      ("\"\"\"\n\"a\"\n\"\"\" b", "\"\"\"\n___\n\"\"\" b"),
      ("\"a // b\" c", "\"______\" c"),
    ])
  func blanks(_ text: String, _ code: String) {
    let blanked = BlankedText(text)
    #expect(String(blanked.code) == code)
    #expect(blanked.codeAndComments.count == text.count)
  }
}
