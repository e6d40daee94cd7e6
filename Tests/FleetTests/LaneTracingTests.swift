import AMQP
import Fleet
import Messages
import RideHandlers
import Rides
import Testing

@Suite("The spans of a lane")
struct LaneTracingTests {
  private static let recorded = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
  private static let other = "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01"
  private static let passing = "00-cccccccccccccccccccccccccccccccc-dddddddddddddddd-00"

  private let queue = SpanQueue(capacity: 100, wakeAt: 100)

  /// A lane that takes one batch of messages with these contexts, and carries them on.
  private func bench(
    _ contexts: [String?], _ sampler: Sampler.Name = .parentBasedAlwaysOff,
    _ consumer: ConsumerContext = .child
  ) -> LaneBench {
    var bench = LaneBench(batches: contexts.count)
    for (place, context) in contexts.enumerated() {
      guard let context else { continue }
      bench.change(place) {
        $0.headers = [
          Header("traceparent", .string(context)), Header("tracestate", .string("a=1")),
        ]
      }
    }
    bench.handler.headers = { $0.properties.headers }
    bench.tracer = LaneTracer(
      queue: queue, sampler: Sampler(sampler, ratio: 1), consumer: consumer,
      source: "livery.list-options")
    return bench
  }

  private func spans() -> [String: [Span]] {
    Dictionary(grouping: queue.dequeue(.max)) { String($0.name.prefix { $0 != " " }) }
  }

  private func context(of publication: Publication?) -> TraceParent? {
    guard case .string(let text) = publication?.properties.header("traceparent") else { return nil }
    return TraceParent(text)
  }

  @Test("A recorded message has its processing in the producer's trace, and its answer under that")
  func child() throws {
    let bench = bench([Self.recorded])
    bench.run()
    let spans = spans()
    let parent = try #require(TraceParent(Self.recorded))
    let process = try #require(spans["process"]?.first)
    let send = try #require(spans["send"]?.first)
    #expect(process.context.trace == parent.trace)
    #expect(process.parent == parent.span)
    #expect(process.isParentRemote)
    #expect(process.kind == .consumer)
    #expect(process.state == "a=1")
    #expect(send.context.trace == parent.trace)
    #expect(send.parent == process.context.span)
    #expect(send.kind == .producer)
    #expect(send.name == "send amq.default")
    let published = bench.script.published.first?.first
    #expect(context(of: published) == send.context)
    #expect(published?.properties.header("tracestate") == .string("a=1"))
    #expect(published?.properties.headers.count == 2)
  }

  @Test("The batch has a span for its receipt that links to producers, and one for the settlement")
  func batch() throws {
    let bench = bench([Self.recorded, nil, Self.passing, Self.other])
    bench.run()
    let spans = spans()
    let receive = try #require(spans["receive"]?.first)
    let ack = try #require(spans["ack"]?.first)
    #expect(receive.name == "receive livery.list-options")
    #expect(receive.kind == .client)
    #expect(receive.parent == nil)
    #expect(receive.links.map(\.context.description) == [Self.recorded, Self.other])
    #expect(receive.attributes.contains { $0.name == .messageCount && $0.value == .int(4) })
    #expect(ack.parent == receive.context.span)
    #expect(ack.context.trace == receive.context.trace)
    let processes = try #require(spans["process"])
    #expect(processes.map { $0.links.map(\.context) } == [[receive.context], [receive.context]])
    #expect(ack.links.map(\.context) == processes.map(\.context))
    #expect(spans.values.joined().allSatisfy { $0.start > 0 && $0.end >= $0.start })
  }

  @Test("A message that is not recorded passes its context on as it is, and costs no span")
  func passing() {
    let bench = bench([Self.passing, nil])
    bench.run()
    #expect(queue.count == 0)
    let published = bench.script.published.first ?? []
    #expect(context(of: published.first)?.description == Self.passing)
    #expect(published.last?.properties.headers == [])
  }

  @Test("A message without a context begins a trace when the sampler says so")
  func root() throws {
    let bench = bench([nil], .parentBasedAlwaysOn)
    bench.run()
    let spans = spans()
    let process = try #require(spans["process"]?.first)
    let send = try #require(spans["send"]?.first)
    #expect(process.parent == nil)
    #expect(process.context.isSampled)
    #expect(send.parent == process.context.span)
    #expect(context(of: bench.script.published.first?.first) == send.context)
    #expect(spans["receive"]?.first?.links.isEmpty == true)
  }

  @Test("With links alone processing is in the trace of the batch, whose context is propagated")
  func link() throws {
    let bench = bench([Self.recorded], .parentBasedAlwaysOff, .link)
    bench.run()
    let spans = spans()
    let receive = try #require(spans["receive"]?.first)
    let process = try #require(spans["process"]?.first)
    #expect(process.parent == receive.context.span)
    #expect(process.context.trace == receive.context.trace)
    #expect(process.links.map(\.context.description) == [Self.recorded])
    let published = bench.script.published.first?.first
    #expect(context(of: published)?.trace == receive.context.trace)
    #expect(published?.properties.header("tracestate") == nil, "it belongs to the other trace")
  }

  @Test("A publication for an observer stays in the trace of the observer's request")
  func observer() throws {
    let bench = bench([Self.recorded])
    bench.handler.headers = { _ in [Header("traceparent", .string(Self.other))] }
    bench.run()
    let spans = spans()
    let send = try #require(spans["send"]?.first)
    let observed = try #require(TraceParent(Self.other))
    #expect(send.context.trace == observed.trace)
    #expect(send.parent == observed.span)
    #expect(send.links.map(\.context) == spans["process"]?.map(\.context))
    #expect(context(of: bench.script.published.first?.first) == send.context)
  }

  @Test("What a lost connection cuts off ends as failed")
  func lost() throws {
    let bench = bench([Self.recorded])
    bench.script.progress = [.failure(.lost)]
    bench.run()
    let spans = spans()
    let send = try #require(spans["send"]?.first)
    #expect(send.isFailed)
    #expect(send.end >= send.start)
    let reason = send.attributes.last { $0.name == .errorType }?.value
    #expect(reason == .string("AMQP_STATUS_CONNECTION_CLOSED"))
    #expect(spans["process"]?.map(\.isFailed) == [false])
    #expect(spans["ack"] == nil)
  }

  @Test("A response without a queue is a failed span")
  func returned() throws {
    let bench = bench([Self.recorded])
    bench.script.progress = [.settled(1, [.failed(0, .returned)])]
    bench.run()
    let send = try #require(spans()["send"]?.first)
    #expect(send.isFailed)
    #expect(send.attributes.contains { $0.name == .errorType && $0.value == .string("returned") })
  }

  @Test("An attempt that fails for the store is a part of the one span of processing")
  func storeFails() throws {
    let bench = bench([Self.recorded])
    bench.handler.failures = [.away]
    bench.run()
    #expect(spans()["process"]?.count == 1)
  }
}
