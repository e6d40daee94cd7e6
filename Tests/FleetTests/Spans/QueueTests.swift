import Fleet
import Messages
import Testing

@Suite("The queue of spans")
struct QueueTests {
  @Test("What does not fit is dropped and counted, and what waits stays")
  func drops() throws {
    let queue = SpanQueue(capacity: 3, wakeAt: 10)
    queue.offer(try .some(2))
    #expect(queue.count == 2)
    #expect(queue.counts.dropped == 0)
    queue.offer(try .some(4))
    #expect(queue.count == 3)
    #expect(queue.counts.dropped == 3)
    queue.offer(try .some(1))
    #expect(queue.counts.dropped == 4)
    #expect(queue.counts.exported == 0)
  }
}

extension [Span] {
  /// Spans that differ in their names.
  static func some(_ count: Int) throws -> [Span] {
    try (0..<count).map { try Span.named("span \($0)") }
  }
}

extension Span {
  /// A span that took a microsecond.
  static func named(_ name: String) throws -> Span {
    Span(
      name: name, kind: .client, context: try TraceParent.some(), parent: nil,
      start: 1_800_000_000_000_000_000, end: 1_800_000_000_000_001_000)
  }
}

extension TraceParent {
  /// The example of the recommendation.
  static let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  static func some() throws -> TraceParent { try #require(TraceParent(text)) }
}
