import Fleet
import Foundation
import Testing

@Suite("The runbook for Debian")
struct DebianPageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "deploy/runbook/Debian.md")

  @Test("It makes a user of the broker for each part that a fleet in use has")
  func users() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let made = text.split(separator: "\n").flatMap { line in
      line.firstMatch(of: /^users="(.*)"$/).map { $0.1.split(separator: " ") } ?? []
    }
    let tools: [Permissions.Part] = [.simulator, .recorder]
    let wanted = Permissions.Part.all.filter { !tools.contains($0) }.map(\.name)
    #expect(Set(made.filter { $0 != "$users" }.map(String.init)) == Set(wanted))
  }
}
