import Foundation
import Testing

@testable import Fleet

@Suite("The pages on logs and health")
struct ObservingPagesTests {
  private static func page(_ name: String) throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("deploy/monitoring/\(name)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("The tables of events and fields are those that the log is written by")
  func logs() throws {
    let page = try Self.page("Logs.md")
    #expect(page.contains(LogEventRow.tableInMarkdown), "\(LogEventRow.tableInMarkdown)")
    #expect(page.contains(LogKeyTable.inMarkdown), "\(LogKeyTable.inMarkdown)")
  }

  @Test("The table of what can be missing is that of the probes")
  func health() throws {
    let page = try Self.page("Health.md")
    #expect(page.contains(Hindrance.tableInMarkdown), "\(Hindrance.tableInMarkdown)")
  }

  @Test("Each event and each field is explained once")
  func complete() {
    #expect(
      LogEventRow.all.map(\.event.rawValue).sorted() == LogEvent.allCases.map(\.rawValue).sorted())
    #expect(LogKeyTable.rows.map(\.key) == LogKey.allCases)
    #expect(LogEventRow.all.allSatisfy { !$0.levels.isEmpty && $0.meaning.hasSuffix(".") })
  }
}
