import Replay
import Rides
import Testing

@Suite struct NoiseTests {
  /// A hundred outputs, some of which have another `eta` than expected, and some another `code`.
  private func report(
    etas: Int, codes: Int = 0, missing: Int = 0, noise: NoiseProfile = NoiseProfile()
  ) -> ComparisonReport {
    var rules = ComparisonRules()
    rules.noise = noise
    let outputs = (0..<100).map { number in
      var output = ReplayOutput.response(#"{"eta":1,"code":"a"}"#)
      output.key = "\(number)"
      return output
    }
    let actual = outputs.enumerated().map { number, output in
      output.replacing("1", with: number < etas ? "2" : "1")
        .replacing("\"a\"", with: number < codes ? "\"b\"" : "\"a\"")
    }
    return Comparison.report(outputs, Array(actual.dropLast(missing)), rules: rules)
  }

  @Test("What differs between two replays of one build is noise, with its share")
  func noise() {
    let profile = NoiseProfile(learnedFrom: report(etas: 10, missing: 2))
    #expect(profile.shares.values.sorted() == [0.02, 0.1])
    let report = report(etas: 12, missing: 1, noise: profile)
    #expect(report.isEqual)
    #expect(report.groups.isEmpty)
    #expect(report.total[.equalByRule] == 13)
    #expect(report.noise.map(\.differences) == [12, 1])
    #expect(report.noise.map(\.share) == [0.12, 0.01])
    #expect(report.noise.map(\.knownShare) == [0.1, 0.02])
    #expect(report.uses == [.noise: 13])
  }

  @Test("Far more of it than between two replays of one build is none")
  func exceeded() {
    let profile = NoiseProfile(learnedFrom: report(etas: 10))
    let report = report(etas: 30, noise: profile)
    #expect(!report.isEqual)
    #expect(report.noise.map(\.isExceeded) == [true])
    #expect(TextReport(report).lines.contains { $0.contains("far more than that") })
    #expect(TextReport(report).lines.first?.contains("more noise") == true)
  }

  @Test("A difference of another shape is a difference, also among noise")
  func beside() {
    let profile = NoiseProfile(learnedFrom: report(etas: 10))
    let report = report(etas: 10, codes: 1, noise: profile)
    #expect(report.summary == ["1 other code a -> b"])
    #expect(report.total[.different] == 1)
    #expect(report.noise.map(\.differences) == [10])
  }
}
