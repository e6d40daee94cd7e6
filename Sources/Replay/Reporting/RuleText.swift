/// The rules of a comparison in words, each with how often it was used.
///
/// All rules are listed, also unused ones: a reader of the report must see which rules could hide a
/// difference.
struct RuleText: Hashable {
  let text: String
  /// How many values it made equal.
  let uses: Int
  /// Whether the user requested it; the others apply to every comparison.
  var isDeclared = false

  var usesInWords: String { uses == 0 ? "not used" : "used \(NumberText.count(uses, "time"))" }

  static func all(of report: ComparisonReport) -> [RuleText] {
    let rules = report.rules
    return rules.ignored.map { declared("ignored: \($0)", .ignored($0.description), report) }
      + rules.tolerances.map {
        declared("at most \($0.atMost) apart: \($0.path)", .tolerance($0.path.description), report)
      } + times(report)
      + rules.identifiers.map { rule in
        of(words(rule), .renamed(rule.member), report)
      }
      + [
        of("identifiers within texts may have new names", .renamed("a text"), report),
        of(
          "noise: \(NumberText.count(rules.noise.shares.count, "shape"))", .noise, report,
          isDeclared: !rules.noise.shares.isEmpty),
      ]
  }

  private static func times(_ report: ComparisonReport) -> [RuleText] {
    let rules = report.rules
    let tolerance = DecimalNumber(microseconds: rules.timeToleranceMicroseconds)
    return [
      of("times are distances from the request", .timeDistance, report),
      of(
        "times at most \(tolerance) s apart", .timeTolerance, report,
        isDeclared: rules.timeToleranceMicroseconds != 0),
    ]
      + rules.echoedTimes.map {
        of("times may be the same moment: \($0)", .echoedTime($0.description), report)
      }
  }

  private static func words(_ rule: IdentifierRule) -> String {
    let range = rule.scope == .output ? ", within one output" : ""
    let form = rule.form == .composed ? ", among other parts" : ""
    let kinds = ReplayOutput.Kind.allCases.filter(rule.kinds.contains).map(\.words)
    let place =
      kinds.count == ReplayOutput.Kind.allCases.count
      ? "" : " of \(kinds.joined(separator: ", "))"
    return "may have new names: \(rule.member)\(place), a \(rule.space)\(range)\(form)"
  }

  private static func declared(
    _ text: String, _ use: RuleUse, _ report: ComparisonReport
  ) -> RuleText {
    of(text, use, report, isDeclared: true)
  }

  private static func of(
    _ text: String, _ use: RuleUse, _ report: ComparisonReport, isDeclared: Bool = false
  ) -> RuleText {
    RuleText(text: text, uses: report.uses[use] ?? 0, isDeclared: isDeclared)
  }
}
