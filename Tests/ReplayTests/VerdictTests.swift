import Replay
import Rides
import Testing

/// Two bodies of one response, the rules, and what the comparison makes of them.
struct BodyCase: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: String
  let actual: String
  var later = 0
  var rules = ComparisonRules()
  /// The rule that makes them equal; nil when there is none.
  var use: RuleUse?
  /// The differences in few words.
  var found: [String] = []

  var testDescription: String { name }
  var verdict: Verdict { found.isEmpty ? use == nil ? .equal : .equalByRule : .different }
}

@Suite struct VerdictTests {
  @Test(
    "Two bodies have the verdict that their differences and the rules give them", arguments: all)
  func verdict(_ pair: BodyCase) {
    let report = Comparison.report(
      [.response(pair.expected)],
      [.response(pair.actual, base: .base.advanced(bySeconds: pair.later))], rules: pair.rules)
    #expect(report.summary == pair.found)
    #expect(report.total[pair.verdict] == 1)
    #expect(report.total.total == 1)
    #expect(report.isEqual == (pair.verdict != .different))
    #expect(Array(report.uses.keys) == (pair.use.map { [$0] } ?? []))
  }

  static let all = plain + times + declared + identifiers

  private static let plain = [
    BodyCase(name: "the same bytes", expected: #"{"a":1}"#, actual: #"{"a":1}"#),
    BodyCase(name: "a zero with a sign", expected: #"{"a":-0}"#, actual: #"{"a":0}"#),
    BodyCase(name: "another order", expected: #"{"a":1,"b":2}"#, actual: #"{"b":2, "a":1.0}"#),
    BodyCase(
      name: "a number", expected: #"{"a":1}"#, actual: #"{"a":2}"#, found: ["1 other a 1 -> 2"]),
    BodyCase(
      name: "a type", expected: #"{"a":1}"#, actual: #"{"a":"1"}"#, found: ["1 other a 1 -> 1"]),
    BodyCase(
      name: "digits of an amount", expected: #"{"amount":"5.00","currencyCode":"USD"}"#,
      actual: #"{"amount":"5.0","currencyCode":"USD"}"#, found: ["1 money amount 5.00 -> 5.0"]),
    BodyCase(
      name: "an amount for an object", expected: #"{"a":"1"}"#, actual: #"{"a":{"b":"1"}}"#,
      found: [#"1 other a 1 -> {"b":"1"}"#]),
    BodyCase(
      name: "null and nothing", expected: #"{"a":null}"#, actual: "{}",
      found: ["1 missing a null ->"]),
    BodyCase(
      name: "accents that look alike", expected: #"{"name":"é"}"#,
      actual: "{\"name\":\"e\u{301}\"}", found: ["1 wording name é -> e\u{301}"]),
    BodyCase(
      name: "names of members that look alike", expected: #"{"é":1}"#,
      actual: "{\"e\u{301}\":1}", found: ["1 extra é 1", "1 missing é 1 ->"]),
    BodyCase(
      name: "no JSON", expected: "{", actual: "[",
      found: ["1 other (body) { -> ["]),
    BodyCase(name: "the same bytes that are no JSON", expected: "{", actual: "{"),
    BodyCase(
      name: "one is no JSON", expected: "{}", actual: "{", found: ["1 other (body) {} -> {"]),
    BodyCase(
      name: "an element more at the beginning", expected: "[2,3]", actual: "[1,2,3]",
      found: ["1 extra [] 1"]),
    BodyCase(
      name: "elements without a name in another order", expected: "[1,2]", actual: "[2,1]",
      found: ["2 other [] 1 -> 2"]),
    BodyCase(
      name: "a title that is written anew", expected: #"[{"title":"Tolls"}]"#,
      actual: #"[{"title":"Toll"}]"#, found: ["1 wording [].title Tolls Tolls -> Toll"]),
  ]

  private static let second = #"{"t":"2026-11-21T05:04:01Z"}"#

  private static let times = [
    BodyCase(
      name: "the same distance from another request", expected: second,
      actual: #"{"t":"2026-11-21T05:04:32Z"}"#, later: 31, use: .timeDistance),
    BodyCase(
      name: "the same moment after another request", expected: #"{"t":"\#(at(1))"}"#,
      actual: #"{"t":"\#(at(1))"}"#, later: 31, found: ["1 time t +1 s -> -30 s"]),
    BodyCase(
      name: "a second more", expected: #"{"t":"\#(at(1))"}"#, actual: #"{"t":"\#(at(2))"}"#,
      found: ["1 time t +1 s -> +2 s"]),
    BodyCase(
      name: "another spelling of a moment", expected: #"{"t":"2026-11-21T05:04:01Z"}"#,
      actual: #"{"t":"2026-11-21T05:04:01+00:00"}"#,
      found: ["1 wording t 2026-11-21T05:04:01Z -> 2026-11-21T05:04:01+00:00"]),
    BodyCase(
      name: "an instant within a text", expected: #"{"message":"until \#(at(1))."}"#,
      actual: #"{"message":"until \#(at(32))."}"#, later: 31, use: .timeDistance),
    BodyCase(
      name: "a window that repeats the request",
      expected: #"{"scheduledPickupTime":{"start":"\#(at(60))"}}"#,
      actual: #"{"scheduledPickupTime":{"start":"\#(at(60))"}}"#, later: 31,
      use: .echoedTime("**.scheduledPickupTime")),
  ]

  private static func at(_ seconds: Int) -> String {
    Instant.base.advanced(bySeconds: seconds).rfc3339
  }

  private static let declared = [
    BodyCase(
      name: "an ignored path", expected: #"{"a":{"b":1,"c":1}}"#, actual: #"{"a":{"b":{},"c":1}}"#,
      rules: rules { $0.ignored = [try PathPattern("a.b")] }, use: .ignored("a.b")),
    BodyCase(
      name: "an ignored path and another", expected: #"{"a":{"b":1,"c":1}}"#,
      actual: #"{"a":{"c":2}}"#, rules: rules { $0.ignored = [try PathPattern("a.b")] },
      use: .ignored("a.b"), found: ["1 other a.c 1 -> 2"]),
    BodyCase(
      name: "an ignored path without a difference", expected: #"{"a":1, "b":1}"#,
      actual: #"{"a":1,"b":1}"#, rules: rules { $0.ignored = [try PathPattern("a")] }),
    BodyCase(
      name: "a cent that is tolerated", expected: #"{"a":[{"p":"1.00"}]}"#,
      actual: #"{"a":[{"p":"1.01"}]}"#, rules: tolerance("a[].p", "0.01"),
      use: .tolerance("a[].p")),
    BodyCase(
      name: "a cent more than is tolerated", expected: #"{"a":[{"p":"1.00"}]}"#,
      actual: #"{"a":[{"p":"1.02"}]}"#, rules: tolerance("a[].p", "0.01"),
      found: ["1 other a[].p 1.00 -> 1.02"]),
    BodyCase(
      name: "a number that is tolerated", expected: #"{"a":0.1}"#, actual: #"{"a":0.15}"#,
      rules: tolerance("*", "0.05"), use: .tolerance("*")),
    BodyCase(
      name: "a second that is tolerated", expected: #"{"t":"\#(at(1))"}"#,
      actual: #"{"t":"\#(at(2))"}"#, rules: rules { $0.timeToleranceMicroseconds = 1_000_000 },
      use: .timeTolerance),
  ]

  private static let identifiers = [
    BodyCase(
      name: "a ride with another name", expected: #"{"rideIdentifier":"a"}"#,
      actual: #"{"rideIdentifier":"b"}"#, use: .renamed("rideIdentifier")),
    BodyCase(
      name: "two quotes that are exchanged",
      expected: #"[{"quoteIdentifier":"q1"},{"quoteIdentifier":"q2"}]"#,
      actual: #"[{"quoteIdentifier":"q2"},{"quoteIdentifier":"q1"}]"#,
      found: ["2 identifier [].quoteIdentifier q1 -> q2"]),
    BodyCase(
      name: "two riders of whom one is named",
      expected: #"[{"riderIdentifier":"a"},{"riderIdentifier":"b"}]"#,
      actual: #"[{"riderIdentifier":"c"},{"riderIdentifier":"c"}]"#,
      use: .renamed("riderIdentifier"), found: ["1 identifier [].riderIdentifier b -> c"]),
    BodyCase(
      name: "a product is no name", expected: #"{"optionIdentifier":"suv"}"#,
      actual: #"{"optionIdentifier":"van"}"#, found: ["1 other optionIdentifier suv -> van"]),
  ]

  private static func rules(_ change: (inout ComparisonRules) throws -> Void) -> ComparisonRules {
    var rules = ComparisonRules()
    #expect(throws: Never.self) { try change(&rules) }
    return rules
  }

  private static func tolerance(_ path: String, _ atMost: String) -> ComparisonRules {
    rules { rules in
      let number = try #require(DecimalNumber(atMost))
      rules.tolerances = [.init(path: try PathPattern(path), atMost: number)]
    }
  }
}
