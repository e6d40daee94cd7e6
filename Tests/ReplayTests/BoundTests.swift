import Replay
import Rides
import Testing

@Suite struct BoundTests {
  private static func outputs(_ count: Int, _ body: (Int) -> String) -> [ReplayOutput] {
    (0..<count).map { number in
      var output = ReplayOutput.response(body(number))
      output.key = "\(number)"
      return output
    }
  }

  @Test("100,000 equal pairs leave nothing but counts")
  func equal() {
    var comparison = Comparison()
    for output in Self.outputs(100_000, { #"{"rideIdentifier":"\#($0)"}"# }) {
      comparison.expect(output)
      comparison.meet(output)
      #expect(comparison.pendingCount == 0)
    }
    let report = comparison.finish()
    #expect(report.isEqual)
    #expect(report.total[.equal] == 100_000)
    #expect(report.samples.isEmpty)
    #expect(report.groups.isEmpty)
    #expect(report.uses.isEmpty)
  }

  @Test("Many differences of one shape leave one group and three samples")
  func same() {
    let report = Comparison.report(
      Self.outputs(2_000) { _ in #"{"price":"41.75","currencyCode":"USD"}"# },
      Self.outputs(2_000) { #"{"price":"4\#($0 % 7 + 2).75","currencyCode":"USD"}"# })
    #expect(report.total[.different] == 2_000)
    #expect(report.groups.count == 1)
    #expect(report.groups.first?.count == 2_000)
    #expect(report.groups.first?.examples.count == 3)
    #expect(report.groups.first?.changes?.lowerBound == DecimalNumber("1"))
    #expect(report.groups.first?.changes?.upperBound == DecimalNumber("7"))
    #expect(report.samples.count == 3)
  }

  @Test("Differences of any number of shapes leave a bounded number of groups and samples")
  func many() {
    let report = Comparison.report(
      Self.outputs(1_500) { #"{"m\#($0)":1}"# }, Self.outputs(1_500) { #"{"m\#($0)":2}"# })
    #expect(report.total[.different] == 1_500)
    #expect(report.groups.count == 1_000)
    #expect(report.ungrouped == 500)
    #expect(report.samples.count == 100)
    #expect(!report.isEqual)
  }

  @Test("A sample shows some of many differences, and clips long values")
  func large() throws {
    let names = (0..<50).map { #""m\#($0)":"# }
    let text = String(repeating: "long", count: 1_000)
    let report = Comparison.report(
      [.response("{\(names.map { #"\#($0)"a""# }.joined(separator: ","))}")],
      [.response("{\(names.map { #"\#($0)"\#(text)""# }.joined(separator: ","))}")])
    let sample = try #require(report.samples.first)
    #expect(sample.differences.count == 20)
    #expect(sample.furtherDifferences == 30)
    #expect(sample.differences.allSatisfy { ($0.actual?.count ?? 0) <= 161 })
  }
}
