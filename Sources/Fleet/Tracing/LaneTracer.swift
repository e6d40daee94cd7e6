import Messages
import RideHandlers
import Rides
package import Tracing

/// Records what a lane does with the messages that are sampled; for the lane's thread.
///
/// A batch with such a message has a span for its receipt and one for its acknowledgement. Each
/// such message has one for its processing, and one for each publication, whose context goes out
/// with it. All else of a batch passes as it is.
package final class LaneTracer {
  let queue: SpanQueue
  private let sampler: Sampler
  let consumer: ConsumerContext
  /// The name of the queue that the lane consumes.
  let source: String
  var identifiers = IdentifierSource()
  /// The broker of the connection of now.
  package var server: TraceServer?
  var clock = TraceClock()
  /// When what the lane does now began.
  private var began: UInt64 = 0
  private var batchCount = 0
  /// The span of the batch's receipt; nil when none of its messages is recorded.
  private(set) var receive: Span?
  private(set) var traced: [TracedMessage] = []
  /// The spans of publications that are on their way.
  var sends: [Span] = []

  package init(queue: SpanQueue, sampler: Sampler, consumer: ConsumerContext, source: String) {
    self.queue = queue
    self.sampler = sampler
    self.consumer = consumer
    self.source = source
  }

  /// Takes it that the lane waits for messages from now on.
  func taking() {
    clock = TraceClock()
    began = clock.now
  }

  /// Chooses the messages of the batch that are recorded.
  func took(_ batch: [Delivery]) {
    traced = []
    receive = nil
    var chosen: [ChosenMessage] = []
    for place in batch.indices {
      if let message = choose(batch[place], at: place) { chosen.append(message) }
    }
    guard !chosen.isEmpty else { return }
    batchCount = batch.count
    let span = received(chosen)
    receive = span
    traced = chosen.map { TracedMessage($0, process(batch[$0.place], $0, of: span)) }
    queue.offer([span])
  }

  /// Takes it that the handler begins; each attempt after a failure of the store counts from the
  /// first.
  func handling() {
    guard !traced.isEmpty, traced[0].process.start == 0 else { return }
    let now = clock.now
    for index in traced.indices { traced[index].process.start = now }
  }

  /// Ends the spans of processing, and begins those of the publications.
  func handled(_ outcomes: inout [Outcome], of batch: [Delivery], at moment: Instant) {
    guard !traced.isEmpty else { return }
    let now = clock.now
    for index in traced.indices {
      let place = traced[index].place
      traced[index].process.end = now
      traced[index].process.describe(outcomes[place], of: batch[place], at: moment)
      outcomes[place].note.traceparent = traced[index].process.context.description
      for publication in outcomes[place].publications.indices {
        send(&outcomes[place].publications[publication], for: traced[index], at: now)
      }
    }
    queue.offer(traced.map(\.process))
  }

  /// Takes it that the lane begins to acknowledge the batch.
  func acknowledging() {
    if receive != nil { began = clock.now }
  }

  /// Records the acknowledgement, and forgets the batch.
  func acknowledged() {
    guard let receive else { return }
    queue.offer([settled(receive)])
    forget()
  }

  /// Takes it that the batch is given up, and the broker delivers it again.
  func failed(_ reason: String) {
    guard receive != nil else { return }
    let now = clock.now
    // Those of processing that have ended are with the exporter.
    let open = sends + traced.map(\.process).filter { $0.end == 0 && $0.start != 0 }
    queue.offer(
      open.map { span in
        var span = span
        span.end = now
        span.fail(reason)
        return span
      })
    forget()
  }

  private func forget() {
    receive = nil
    traced = []
    sends = []
  }

  private func choose(_ delivery: Delivery, at place: Int) -> ChosenMessage? {
    let root = identifiers.trace()
    let context = TraceHeaders.context(of: delivery.properties)
    let isRecorded =
      context.map { sampler.records(childOf: $0.parent) } ?? sampler.records(rootOf: root)
    guard isRecorded else { return nil }
    return ChosenMessage(place: place, parent: context?.parent, state: context?.state, root: root)
  }

  private func received(_ chosen: [ChosenMessage]) -> Span {
    var span = Span(
      name: "receive \(source)", kind: .client, context: newRoot(identifiers.trace()), parent: nil,
      start: began, end: clock.now)
    span.describe("receive", type: "receive", at: server)
    span.set(.destination, .string(source))
    span.set(.messageCount, .int(Int64(batchCount)))
    for message in chosen {
      guard let parent = message.parent else { continue }
      span.link(Span.Link(parent, state: message.state, isRemote: true))
    }
    return span
  }

  private func settled(_ receive: Span) -> Span {
    var span = Span(
      name: "ack \(source)", kind: .client, context: child(of: receive.context),
      parent: receive.context.span, start: began, end: clock.now)
    span.describe("ack", type: "settle", at: server)
    span.set(.destination, .string(source))
    span.set(.messageCount, .int(Int64(batchCount)))
    for message in traced { span.link(Span.Link(message.process.context, isRemote: false)) }
    return span
  }
}

extension TracedMessage {
  fileprivate init(_ chosen: ChosenMessage, _ process: Span) {
    self.init(place: chosen.place, parent: chosen.parent, state: chosen.state, process: process)
  }
}
