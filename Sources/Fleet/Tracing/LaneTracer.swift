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
  /// The batch that was taken last.
  var batch = TracedBatch()
  /// The batch before, from its publication until it is acknowledged.
  var publishing = TracedBatch()

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
  func took(_ deliveries: [Delivery]) {
    batch = TracedBatch(count: deliveries.count)
    var chosen: [ChosenMessage] = []
    for place in deliveries.indices {
      if let message = choose(deliveries[place], at: place) { chosen.append(message) }
    }
    guard !chosen.isEmpty else { return }
    let span = received(chosen)
    batch.receive = span
    batch.messages = chosen.map { TracedMessage($0, process(deliveries[$0.place], $0, of: span)) }
    queue.offer([span])
  }

  /// Takes it that the handler begins; each attempt after a failure of the store counts from the
  /// first.
  func handling() {
    guard !batch.messages.isEmpty, batch.messages[0].process.start == 0 else { return }
    let now = clock.now
    for index in batch.messages.indices { batch.messages[index].process.start = now }
  }

  /// Ends the spans of processing, and begins those of the publications.
  func handled(_ outcomes: inout [Outcome], of deliveries: [Delivery], at moment: Instant) {
    guard !batch.messages.isEmpty else { return }
    let now = clock.now
    for index in batch.messages.indices {
      let place = batch.messages[index].place
      batch.messages[index].process.end = now
      batch.messages[index].process.describe(outcomes[place], of: deliveries[place], at: moment)
      let message = batch.messages[index]
      outcomes[place].note.traceparent = message.process.context.description
      for publication in outcomes[place].publications.indices {
        send(&outcomes[place].publications[publication], for: message, at: now)
      }
    }
    queue.offer(batch.messages.map(\.process))
  }

  /// Takes it that the batch is published from now on, and that the next may be taken.
  func publishes() {
    swap(&publishing, &batch)
    batch = TracedBatch()
  }

  /// Takes it that the lane begins to acknowledge the batch.
  func acknowledging() {
    if publishing.receive != nil { began = clock.now }
  }

  /// Records the acknowledgement, and forgets the batch.
  func acknowledged() {
    guard let receive = publishing.receive else { return }
    queue.offer([settled(receive)])
    publishing = TracedBatch()
  }

  /// Takes it that both batches are given up, and the broker delivers them again.
  func failed(_ reason: String) {
    let now = clock.now
    for given in [publishing, batch] where given.receive != nil {
      queue.offer(
        given.open.map { span in
          var span = span
          span.end = now
          span.fail(reason)
          return span
        })
    }
    publishing = TracedBatch()
    batch = TracedBatch()
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
    span.set(.messageCount, .int(Int64(batch.count)))
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
    span.set(.messageCount, .int(Int64(publishing.count)))
    for message in publishing.messages {
      span.link(Span.Link(message.process.context, isRemote: false))
    }
    return span
  }
}

extension TracedMessage {
  fileprivate init(_ chosen: ChosenMessage, _ process: Span) {
    self.init(place: chosen.place, parent: chosen.parent, state: chosen.state, process: process)
  }
}
