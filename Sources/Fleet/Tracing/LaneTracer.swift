import Messages
import RideHandlers
import Rides

/// Records what a lane does with the messages that are sampled; for the lane's thread.
///
/// A batch with such a message has a span for its receipt and one for its acknowledgement. Each
/// such message has one for its processing, and one for each publication, whose context goes out
/// with it. The rest of a batch passes unchanged.
package final class LaneTracer {
  private let queue: SpanQueue
  private let sampler: Sampler
  private var spans: MessageSpans
  private var clock = TraceClock()
  /// When the lane began its current operation.
  private var began: UInt64 = 0
  /// The latest batch.
  private var batch = TracedBatch()
  /// The batch before, from its publication until it is acknowledged.
  private var publishing = TracedBatch()

  package init(queue: SpanQueue, sampler: Sampler, consumer: ConsumerContext, source: String) {
    self.queue = queue
    self.sampler = sampler
    spans = MessageSpans(source: source, consumer: consumer)
  }

  /// The broker of the current connection.
  package var server: TraceServer? {
    get { spans.server }
    set { spans.server = newValue }
  }

  /// Starts the receipt: the lane waits for messages from now on.
  func taking() {
    clock = TraceClock()
    began = clock.now
  }

  /// Chooses the messages of the batch that are recorded.
  func took(_ deliveries: [Delivery]) {
    batch = TracedBatch(count: deliveries.count)
    let chosen = deliveries.indices.compactMap { choose(deliveries[$0], at: $0) }
    guard !chosen.isEmpty else { return }
    let span = spans.receive(chosen, of: batch.count, from: began, to: clock.now)
    batch.receive = span
    batch.messages = chosen.map {
      TracedMessage(chosen: $0, process: spans.process(deliveries[$0.place], $0, of: span))
    }
    queue.offer([span])
  }

  /// Starts the processing of the batch; an attempt after a failure of the store keeps the start of
  /// the first.
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
      let place = batch.messages[index].chosen.place
      batch.messages[index].process.end = now
      batch.messages[index].process.describe(outcomes[place], of: deliveries[place], at: moment)
      let message = batch.messages[index]
      outcomes[place].note.traceparent = message.process.context.description
      for publication in outcomes[place].publications.indices {
        let send = spans.send(&outcomes[place].publications[publication], for: message, at: now)
        if let send { batch.sends.append(send) }
      }
    }
    queue.offer(batch.messages.map(\.process))
  }

  /// The batch is published from now on, and the next may be received.
  func publishes() {
    swap(&publishing, &batch)
    batch = TracedBatch()
  }

  /// Marks the span of a dropped publication.
  func dropped(_ publication: Publication, because reason: String) {
    guard !publishing.sends.isEmpty,
      let context = TraceHeaders.parent(of: publication.properties),
      let index = publishing.sends.firstIndex(where: { $0.context == context })
    else { return }
    let word = reason.prefix { $0 != ":" }
    publishing.sends[index].fail(
      ["returned", "refused", "unconfirmed", "unsendable"].first { $0 == word } ?? "lost")
  }

  /// Ends the spans of the publications: the broker has confirmed or refused all.
  func published() {
    guard !publishing.sends.isEmpty else { return }
    let now = clock.now
    for index in publishing.sends.indices { publishing.sends[index].end = now }
    queue.offer(publishing.sends)
    publishing.sends = []
  }

  /// Starts the acknowledgement of the batch.
  func acknowledging() {
    if publishing.receive != nil { began = clock.now }
  }

  /// Records the acknowledgement, and forgets the batch.
  func acknowledged() {
    guard let receive = publishing.receive else { return }
    queue.offer([spans.acknowledge(publishing, receive, from: began, to: clock.now)])
    publishing = TracedBatch()
  }

  /// Ends the open spans of both batches as failed: the broker delivers the batches again.
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
    let root = spans.identifiers.trace()
    let context = TraceHeaders.context(of: delivery.properties)
    let isRecorded =
      context.map { sampler.records(childOf: $0.parent) } ?? sampler.records(rootOf: root)
    guard isRecorded else { return nil }
    return ChosenMessage(place: place, parent: context?.parent, state: context?.state, root: root)
  }
}

/// The messages of one batch that are recorded.
struct TracedBatch {
  /// The number of messages in the batch.
  var count = 0
  /// The span of the batch's receipt; nil when none of its messages is recorded.
  var receive: Span?
  var messages: [TracedMessage] = []
  /// The spans of publications that wait for a confirm.
  var sends: [Span] = []

  /// The open spans; ended spans of processing are with the exporter.
  fileprivate var open: [Span] {
    sends + messages.map(\.process).filter { $0.end == 0 && $0.start != 0 }
  }
}

/// A message of a batch that is recorded, and the span of its processing.
struct TracedMessage {
  let chosen: ChosenMessage
  /// The span of its processing, which ends with the batch's transaction.
  var process: Span

  /// Whether publications of this trace belong to the message.
  func isOfTrace(_ context: TraceParent) -> Bool {
    context.trace == chosen.parent?.trace || context.trace == process.context.trace
  }
}

/// A message that the sampler chose, before it has spans.
struct ChosenMessage {
  /// Its place in the batch.
  let place: Int
  /// The context in its headers.
  let parent: TraceParent?
  let state: String?
  /// The new trace, if it came without a context.
  let root: TraceIdentifier
}
