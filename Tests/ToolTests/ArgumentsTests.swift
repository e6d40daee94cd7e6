import Fleet
import Testing

@testable import Tool

@Suite struct ArgumentsTests {
  private static let command = Command(
    name: "try", summary: "tries",
    operand: Command.Operand(name: "FILE", summary: "a file"),
    options: [
      OptionRow("--json", "a flag"),
      OptionRow("--count", "N", .integer(1...9), "a whole number"),
      OptionRow("--pace", "N", .number(0.5...2), "a number"),
      OptionRow("--kind", "KIND", .choice(["list", "book"]), "a choice"),
      OptionRow("--ride", "ID", .text, "a text"),
      OptionRow("--pid", "PID", .integer(1...99), repeats: true, "several"),
    ],
    example: "livery try x", endings: [.init(.success, "always")]
  ) { (_, _) throws(ToolError) in .success }

  @Test(
    "A wrong command line is refused in one line that says what was expected",
    arguments: [
      ([], "expected FILE, a file, got nothing"),
      (["a", "b"], "unexpected argument 'b'"),
      (["a", "--nope"], "unknown option --nope"),
      (["a", "-j"], "unknown option -j"),
      (["a", "--count"], "--count: expected a whole number from 1 to 9, got nothing"),
      (["a", "--count", "--json"], "--count: expected a whole number from 1 to 9, got nothing"),
      (["a", "--count", "0"], "--count: expected a whole number from 1 to 9, got '0'"),
      (["a", "--count", "10"], "--count: expected a whole number from 1 to 9, got '10'"),
      (["a", "--count", "two"], "--count: expected a whole number from 1 to 9, got 'two'"),
      (["a", "--count", "1.5"], "--count: expected a whole number from 1 to 9, got '1.5'"),
      (["a", "--count="], "--count: expected a whole number from 1 to 9, got ''"),
      (["a", "--pace", "nan"], "--pace: expected a number from 0.5 to 2, got 'nan'"),
      (["a", "--pace", "-1"], "--pace: expected a number from 0.5 to 2, got '-1'"),
      (["a", "--kind", "none"], "--kind: expected list or book, got 'none'"),
      (["a", "--ride", ""], "--ride: expected a text, got ''"),
      (["a", "--json=yes"], "--json takes no value"),
      (["a", "--json", "--json"], "--json is given twice"),
      (["a", "--count", "1", "--count=2"], "--count is given twice"),
    ])
  func refuses(_ arguments: [String], _ mistake: String) {
    #expect(throws: UsageMistake(mistake)) {
      try Arguments.parse(arguments, for: Self.command)
    }
  }

  @Test("Values follow their option, or an equals sign")
  func values() throws {
    let parsed = try Arguments.parse(
      ["--count", "3", "f.json", "--pace=1.5", "--kind", "book", "--ride=a=b", "--json"],
      for: Self.command)
    #expect(parsed.operand == "f.json")
    #expect(parsed.integer("--count") == 3)
    #expect(parsed.number("--pace") == 1.5)
    #expect(parsed.text("--kind") == "book")
    #expect(parsed.text("--ride") == "a=b")
    #expect(parsed.has("--json"))
    #expect(parsed.texts("--pid") == [])
  }

  @Test("An option that repeats keeps all its values in order")
  func repeats() throws {
    let parsed = try Arguments.parse(["f", "--pid", "7", "--pid=3"], for: Self.command)
    #expect(parsed.texts("--pid") == ["7", "3"])
  }

  @Test(
    "A dash alone, and what follows two dashes, is an operand",
    arguments: [(["-"], "-"), (["--", "--json"], "--json")])
  func operands(_ arguments: [String], _ operand: String) throws {
    let parsed = try Arguments.parse(arguments, for: Self.command)
    #expect(parsed.operand == operand)
    #expect(!parsed.has("--json"))
  }
}
