import Fleet
import Glibc
import Messages
import Replay

/// How `livery replay` compares, and where the reports go.
struct ComparisonOptions: Sendable {
  private var rules = ComparisonRules()
  let html: String?
  let junit: String?
  let json: String?
  let samples: Int
  /// In microseconds; nil without one.
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
      try addTolerance(text)
    }
  }

  /// The rules, with a default tolerance of times.
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

  private mutating func addTolerance(_ text: String) throws(ToolError) {
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

/// Which outputs of a replay a recording has something to compare with.
///
/// A recording of a broker has no responses to queries and no ledger; its times are those of the
/// broker, and each message waited in its queue before it was handled. The store keeps no outcome
/// of a write that was refused, so there is no response either.
struct ComparableOutputs: Sendable {
  private let hasOutcomes: Bool
  private let hasWriteResponses: Bool
  private let answered: Set<Int>

  /// `answered` are the requests whose responses were recorded.
  init(_ header: RecordingHeader, _ answered: Set<Int>) {
    self.answered = answered
    hasOutcomes = header.hasOutcomes
    hasWriteResponses = header.hasWriteResponses
  }

  /// The default tolerance of times.
  var timeToleranceMicroseconds: Int64 { hasOutcomes ? 0 : 2_000_000 }

  func contains(_ output: ReplayOutput) -> Bool {
    if hasOutcomes { return true }
    switch output.kind {
    case .event, .payment, .deadLetter: return true
    case .books: return false
    case .response:
      return hasWriteResponses && isWrite(output.label)
        && output.cause.map(answered.contains) ?? false
    }
  }

  private func isWrite(_ label: String) -> Bool {
    guard label.hasSuffix(".response"),
      let type = MessageType(rawValue: String(label.dropLast(".response".count)))
    else { return false }
    return type.needsMessageIdentifier && !type.onlyAsks
  }
}

/// Writes the result of a comparison to standard output and to the requested files.
struct ReplayReports {
  private let report: ComparisonReport
  private let request: ReplayRequest
  private let facts: [HTMLReport.Fact]
  private let output: Output

  /// - Parameter facts: What was compared, and when.
  init(
    _ report: ComparisonReport, _ request: ReplayRequest, _ facts: [HTMLReport.Fact],
    _ output: Output
  ) {
    self.report = report
    self.request = request
    self.facts = facts
    self.output = output
  }

  func write() throws(ToolError) {
    for line in TextReport(report, isColored: output.isColored, width: width).lines {
      output.text(line + "\n")
    }
    if let path = request.comparison.html {
      let page = HTMLReport(report, title: "Replay of \(request.path)", facts: facts)
      try write(Array(page.text.utf8), to: path)
    }
    if let path = request.comparison.junit {
      try write(Array(JUnitReport(report).text.utf8), to: path)
    }
    if let path = request.comparison.json { try write(JSONReport(report).text, to: path) }
  }

  private var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 120 }
    return Int(size.ws_col)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    guard OutputFile.write(bytes, to: path) else {
      throw ToolError(
        .outputLost, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
