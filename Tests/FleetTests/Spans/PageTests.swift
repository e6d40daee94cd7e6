import Fleet
import Foundation
import Testing

@Suite("The page of traces")
struct PageTests {
  private let text: String

  init() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../deploy/monitoring/Traces.md").standardized
    text = try String(contentsOf: page, encoding: .utf8)
  }

  @Test("It has a row for each attribute, as the code has it", arguments: SpanAttribute.allCases)
  func attribute(_ name: SpanAttribute) {
    #expect(text.contains("| `\(name.rawValue)` | \(name.meaning) |"))
  }
}
