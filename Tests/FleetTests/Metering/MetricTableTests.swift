import Foundation
import Testing

@testable import Fleet

@Suite("The table of metrics") struct MetricTableTests {
  @Test("Names are unique, and are names to Prometheus; counters end in _total")
  func names() {
    #expect(Set(MetricTable.all.map(\.name)).count == MetricTable.all.count)
    for family in MetricTable.all {
      #expect(family.name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(family.name)")
      #expect((family.kind == .counter) == family.name.hasSuffix("_total"), "\(family.name)")
      #expect(family.help.hasSuffix("."), "\(family.name)")
    }
  }

  @Test("The page of the metrics has the table of the code")
  func page() throws {
    let page = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appending(path: "../../../deploy/monitoring/Metrics.md")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    #expect(text.contains(MetricTable.markdown))
  }

  @Test("A sample outside the table is a programmer's error, and an absent family is left out")
  func samples() {
    var samples = MetricSamples()
    samples.set(.lanes, 3)
    #expect(
      samples.text == """
        # HELP livery_lanes Configured lanes.
        # TYPE livery_lanes gauge
        livery_lanes 3

        """)
  }
}
