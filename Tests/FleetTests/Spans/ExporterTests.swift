import Fleet
import Messages
import Testing

/// A receiver that answers as the test says, and stops the exporter with its last answer.
private struct ScriptedReceiver: SpanTransport {
  let script: CollectorScript

  mutating func send(
    _ body: [UInt8], within timeout: Duration, isOver: @escaping () -> Bool
  ) -> ExportOutcome {
    script.requests.append(String(decoding: body, as: UTF8.self))
    let outcome = script.outcomes.isEmpty ? .answered(status: 200) : script.outcomes.removeFirst()
    if script.outcomes.isEmpty { script.isStopped = true }
    return outcome
  }
}

private final class CollectorScript {
  var outcomes: [ExportOutcome]
  var requests: [String] = []
  var pauses: [Duration] = []
  var news: [SpanExporter<ScriptedReceiver>.News] = []
  var isStopped = false

  init(_ outcomes: [ExportOutcome]) { self.outcomes = outcomes }
}

@Suite("The exporter of spans")
struct ExporterTests {
  /// Runs an exporter over so many spans, two a request, and gives its queue.
  private func run(
    _ script: CollectorScript, spans: Int, flush: Duration = .seconds(600)
  ) throws -> SpanQueue {
    let queue = SpanQueue(capacity: 100, wakeAt: 2)
    queue.offer(try .some(spans))
    let resource = TraceResource(
      service: nil, worker: "test-worker", version: "1", instance: "i", extra: [])
    let settings = TraceSettings(
      collector: try #require(CollectorURL("http://collector")), headers: [],
      sampler: Sampler(.alwaysOn, ratio: 1), consumer: .child, requestTimeout: .seconds(10),
      scheduleDelay: .seconds(5), exportTimeout: .seconds(30), queueSize: 100, batchSize: 2)
    var exporter = SpanExporter(
      transport: ScriptedReceiver(script: script), queue: queue,
      document: OTLPDocument(resource: resource, version: "1"), settings: settings
    ) { script.news.append($0) }
    let stop = ExportStop(
      limit: flush, descriptor: -1, isAsked: { script.isStopped },
      waitForInput: { script.pauses.append($1) })
    exporter.run(until: stop)
    return queue
  }

  @Test("Spans are sent in their order, as many a request as it may have")
  func batches() throws {
    let script = CollectorScript([.answered(status: 200), .answered(status: 200)])
    let queue = try run(script, spans: 3)
    #expect(script.requests.count == 2)
    #expect(script.requests.map { $0.contains("span 0") } == [true, false])
    #expect(script.requests.map { $0.contains("span 2") } == [false, true])
    #expect(queue.counts.exported == 3)
    #expect(queue.counts.dropped == 0)
    #expect(script.news == [])
  }

  @Test("What a receiver has partly refused is not sent again, and counted")
  func partialSuccess() throws {
    let script = CollectorScript([.answered(status: 200, rejected: 1)])
    let queue = try run(script, spans: 2)
    #expect(script.requests.count == 1)
    #expect(queue.counts.exported == 1)
    #expect(queue.counts.dropped == 1)
  }

  @Test("What a receiver cannot take now is sent again, the same")
  func retry() throws {
    let script = CollectorScript([
      .answered(status: 503, retryAfter: 3), .failed("refused"), .answered(status: 200),
    ])
    let queue = try run(script, spans: 2)
    #expect(script.requests.count == 3)
    #expect(Set(script.requests).count == 1)
    #expect(script.pauses.contains(.seconds(3)))
    #expect(queue.counts.exported == 2)
  }

  @Test("A failure is logged once, and its end once")
  func news() throws {
    let script = CollectorScript([
      .answered(status: 400), .answered(status: 404), .answered(status: 200),
      .answered(status: 200),
    ])
    let queue = try run(script, spans: 8)
    #expect(queue.counts.dropped == 4)
    #expect(queue.counts.exported == 4)
    #expect(script.news == [.drops("status 400"), .recovered(dropped: 4)])
  }

  @Test("At the stop remaining spans are sent, and dropped when there is no time")
  func stop() throws {
    let sent = CollectorScript([])
    sent.isStopped = true
    #expect(try run(sent, spans: 5).counts.exported == 5)
    #expect(sent.pauses == [], "nothing is waited for")
    let late = CollectorScript([])
    late.isStopped = true
    let queue = try run(late, spans: 5, flush: .zero)
    #expect(late.requests == [])
    #expect(queue.counts.dropped == 5)
    #expect(queue.count == 0)
  }
}
