import Fleet
import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  private let text: String

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
    text = try String(contentsOf: file, encoding: .utf8)
  }

  @Test("The table of settings is the one that the configuration is read by")
  func settings() {
    #expect(text.contains(Setting.tableInMarkdown))
  }
}
