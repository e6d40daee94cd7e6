import Replay
import Testing

@Suite struct PathPatternTests {
  /// A pattern, a body, and the body after a change at a path.
  struct Case: Sendable {
    let pattern: String
    let expected: String
    let actual: String
    let isCovered: Bool
  }

  static let cases = [
    Case(pattern: "a", expected: #"{"a":1}"#, actual: #"{"a":2}"#, isCovered: true),
    Case(pattern: "a", expected: #"{"a":{"b":1}}"#, actual: #"{"a":{"b":2}}"#, isCovered: true),
    Case(pattern: "a", expected: #"{"b":{"a":1}}"#, actual: #"{"b":{"a":2}}"#, isCovered: false),
    Case(pattern: "a.b", expected: #"{"a":1}"#, actual: #"{"a":2}"#, isCovered: false),
    Case(pattern: "a", expected: #"{"ab":1}"#, actual: #"{"ab":2}"#, isCovered: false),
    Case(pattern: "a[]", expected: #"{"a":[1]}"#, actual: #"{"a":[2]}"#, isCovered: true),
    Case(pattern: "a[]", expected: #"{"a":1}"#, actual: #"{"a":2}"#, isCovered: false),
    Case(
      pattern: "a.b", expected: #"{"a":[{"b":1}]}"#, actual: #"{"a":[{"b":2}]}"#, isCovered: false),
    Case(
      pattern: "a[].b", expected: #"{"a":[{"b":1}]}"#, actual: #"{"a":[{}]}"#, isCovered: true),
    Case(pattern: "[][]", expected: "[[1]]", actual: "[[2]]", isCovered: true),
    Case(pattern: "*.b", expected: #"{"a":{"b":1}}"#, actual: #"{"a":{"b":2}}"#, isCovered: true),
    Case(pattern: "*.b", expected: #"[{"b":1}]"#, actual: #"[{"b":2}]"#, isCovered: false),
    Case(pattern: "*[]", expected: #"{"a":[1]}"#, actual: #"{"a":[1,2]}"#, isCovered: true),
    Case(pattern: "**.b", expected: #"{"b":1}"#, actual: #"{"b":2}"#, isCovered: true),
    Case(pattern: "**.b", expected: #"{"a":[{"b":1}]}"#, actual: #"{"a":[{}]}"#, isCovered: true),
    Case(
      pattern: "a.**.b", expected: #"{"a":{"b":1}}"#, actual: #"{"a":{"b":2}}"#, isCovered: true),
    Case(pattern: "**.b", expected: #"{"a":1}"#, actual: #"{"a":2}"#, isCovered: false),
  ]

  @Test("A pattern covers the paths that it names, and what lies in them", arguments: cases)
  func covers(_ sample: Case) throws {
    var rules = ComparisonRules()
    rules.ignored = [try PathPattern(sample.pattern)]
    let report = Comparison.report(
      [.response(sample.expected)], [.response(sample.actual)], rules: rules)
    #expect(report.isEqual == sample.isCovered)
  }

  @Test(
    "A pattern that can never match is refused with its place",
    arguments: [
      ("", "expected a name between dots"), ("a..b", "expected a name between dots"),
      ("a.[]", "expected a name between dots"), ("a[0]", "expected [] for any element, got 'a[0]'"),
      ("a]", "expected [] for any element"), (".a", "expected a name between dots"),
    ])
  func refused(_ pattern: String, _ message: String) {
    let error = #expect(throws: PathPatternError.self) { try PathPattern(pattern) }
    #expect(error?.description.contains(message) == true)
    #expect(error?.description.contains("'\(pattern)'") == true)
  }
}
