import Fleet
import Foundation
import Messages
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

  @Test("Every reason of an error is named", arguments: ErrorReason.allCases)
  func reasons(_ reason: ErrorReason) {
    #expect(text.contains("`\(reason.rawValue)`"))
  }

  @Test("Every queue, routing key and type of message is named", arguments: MessageType.allCases)
  func types(_ type: MessageType) {
    #expect(text.contains("`\(type.rawValue)`"))
    #expect(text.contains("`\(type.family.queue)`"))
    #expect(text.contains("`\(type.family.routingKey)`"))
  }
}
