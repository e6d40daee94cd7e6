import Fleet
import Testing

@Suite("What becomes of the spans of a request")
struct ExportRuleTests {
  @Test(
    "The first outcome decides by its status",
    arguments: [
      (ExportOutcome.answered(status: 200), ExportRule.Step.done(rejected: 0)),
      (.answered(status: 200, rejected: 4), .done(rejected: 4)),
      (.answered(status: 202), .done(rejected: 0)),
      (.answered(status: 429), .retry(after: .milliseconds(500))),
      (.answered(status: 502), .retry(after: .milliseconds(500))),
      (.answered(status: 503), .retry(after: .milliseconds(500))),
      (.answered(status: 504), .retry(after: .milliseconds(500))),
      (.answered(status: 429, retryAfter: 7), .retry(after: .seconds(7))),
      (.answered(status: 503, retryAfter: 60), .drop("status 503")),
      (.answered(status: 400), .drop("status 400")),
      (.answered(status: 401, retryAfter: 1), .drop("status 401")),
      (.answered(status: 404), .drop("status 404")),
      (.answered(status: 500), .drop("status 500")),
      (.answered(status: 302), .drop("status 302")),
      (.failed("Couldn't connect to server"), .retry(after: .milliseconds(500))),
    ])
  func first(_ outcome: ExportOutcome, _ expected: ExportRule.Step) {
    var rule = ExportRule(limit: .seconds(30))
    #expect(rule.next(after: outcome, elapsed: .zero, jitter: 1) == expected)
  }

  @Test("Pauses double, are halved at most by chance, and end with the limit")
  func pauses() {
    var rule = ExportRule(limit: .seconds(10))
    let failure = ExportOutcome.answered(status: 503)
    #expect(rule.next(after: failure, elapsed: .zero, jitter: 1) == .retry(after: .seconds(0.5)))
    #expect(
      rule.next(after: failure, elapsed: .seconds(1), jitter: 0) == .retry(after: .seconds(0.5)))
    #expect(
      rule.next(after: failure, elapsed: .seconds(2), jitter: 1) == .retry(after: .seconds(2)))
    #expect(
      rule.next(after: failure, elapsed: .seconds(5), jitter: 1) == .retry(after: .seconds(4)))
    #expect(rule.next(after: failure, elapsed: .seconds(9), jitter: 1) == .drop("status 503"))
  }
}
