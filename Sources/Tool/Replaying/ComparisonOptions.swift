import Fleet
import Replay

/// How `livery replay` compares, and where the reports go.
struct ComparisonOptions: Sendable {
  private var rules = ComparisonRules()
  let html: String?
  let junit: String?
  let json: String?
  let samples: Int
  /// In microseconds; nil where none was asked for.
  private let timeTolerance: Int64?

  /// Whether a report is to be written to a file.
  var writesReport: Bool { html != nil || junit != nil || json != nil }

  init(_ arguments: Arguments) throws(ToolError) {
    html = arguments.text("--html")
    junit = arguments.text("--junit")
    json = arguments.text("--json")
    samples = arguments.integer("--differences") ?? 20
    timeTolerance = arguments.number("--time-tolerance").map { Int64($0 * 1_000_000) }
    for text in arguments.texts("--ignore") {
      rules.ignored.append(try Self.path(text, "--ignore"))
    }
    for text in arguments.texts("--tolerance") {
      try takeTolerance(text)
    }
  }

  /// The rules, with a tolerance of times where none was asked for.
  func rules(timeTolerance microseconds: Int64) -> ComparisonRules {
    var rules = rules
    rules.timeToleranceMicroseconds = timeTolerance ?? microseconds
    return rules
  }

  private static func path(_ text: String, _ option: String) throws(ToolError) -> PathPattern {
    do throws(PathPatternError) {
      return try PathPattern(text)
    } catch {
      throw ToolError(.usage, "\(option): \(error)")
    }
  }

  private mutating func takeTolerance(_ text: String) throws(ToolError) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let number = DecimalNumber(String(parts[1])) else {
      throw ToolError(.usage, "--tolerance: expected PATH=NUMBER, got '\(text)'")
    }
    rules.tolerances.append(
      ComparisonRules.NumericTolerance(
        path: try Self.path(String(parts[0]), "--tolerance"), atMost: number))
  }

  /// The options that it reads.
  static let options = [
    OptionRow("--ignore", "PATH", .text, repeats: true, "a member that is not compared"),
    OptionRow(
      "--tolerance", "PATH=NUMBER", .text, repeats: true, "how far numbers there may differ"),
    OptionRow(
      "--time-tolerance", "SECONDS", .number(0...86_400),
      "how far times from the request may differ; 0 with --local, else 2"),
    OptionRow("--differences", "N", .integer(0...10_000), "how many are shown one by one; 20"),
    OptionRow("--html", "FILE", .text, "write the report as a page"),
    OptionRow("--junit", "FILE", .text, "write the report for CI"),
    OptionRow("--json", "FILE", .text, "write the report as JSON"),
  ]
}
