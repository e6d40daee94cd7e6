import Fleet
import Foundation
import Testing

@Suite("The page of traces")
struct PageTests {
  private let text: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    text = try String(
      contentsOf: root.appendingPathComponent("deploy/monitoring/Traces.md"), encoding: .utf8)
  }

  @Test("It has a row for each attribute, as the code has it", arguments: SpanAttribute.allCases)
  func attribute(_ name: SpanAttribute) {
    #expect(text.contains("| `\(name.rawValue)` | \(name.meaning) |"))
  }
}
