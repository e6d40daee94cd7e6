import Messages
import RideHandlers
import Rides
import Tracing

/// The spans of single messages.
extension LaneTracer {
  /// The span of a message's processing, not begun.
  ///
  /// It goes on with the producer's trace, as a single message may by the conventions, and links to
  /// the receipt of its batch; or the other way round.
  func process(_ delivery: Delivery, _ chosen: ChosenMessage, of receive: Span) -> Span {
    var span: Span
    if consumer == .link {
      span = Span(
        name: "process \(source)", kind: .consumer, context: child(of: receive.context),
        parent: receive.context.span, start: 0)
      if let parent = chosen.parent {
        span.link(Span.Link(parent, state: chosen.state, isRemote: true))
      }
    } else {
      span = Span(
        name: "process \(source)", kind: .consumer,
        context: chosen.parent.map(child) ?? newRoot(chosen.root), parent: chosen.parent?.span,
        isParentRemote: chosen.parent != nil, state: chosen.state, start: 0)
      span.link(Span.Link(receive.context, isRemote: false))
    }
    span.describe("process", type: "process", at: server)
    span.describe(SpanDestination(of: delivery, in: source))
    span.describe(delivery.properties)
    span.set(.deliveryTag, .int(Int64(truncatingIfNeeded: delivery.deliveryTag)))
    span.set(.messageType, .string(delivery.routingKey))
    return span
  }

  /// Begins the span of a publication, and has the publication carry its context.
  ///
  /// A publication for somebody else, such as an observer whose request had another trace, stays in
  /// that one if it is recorded. A dead letter keeps the context that its message came with.
  func send(_ publication: inout Publication, for message: TracedMessage, at now: UInt64) {
    let carried = TraceHeaders.context(of: publication.properties)
    let isOwn = carried.map { message.isOfTrace($0.parent) } ?? true
    guard isOwn || carried?.parent.isSampled == true else { return }
    let cause = isOwn ? message.process.context : carried?.parent ?? message.process.context
    // The state belongs to the trace that it came with.
    let state = carried.flatMap { $0.parent.trace == cause.trace ? $0.state : nil }
    let destination = SpanDestination(of: publication)
    var span = Span(
      name: "send \(destination.spanName)", kind: .producer, context: child(of: cause),
      parent: cause.span, isParentRemote: !isOwn, state: state, start: now, end: 0)
    if !isOwn { span.link(Span.Link(message.process.context, isRemote: false)) }
    span.describe("send", type: "send", at: server)
    span.describe(destination)
    span.describe(publication.properties)
    span.set(.messageType, publication.properties.type.map { .string($0) })
    span.set(.ride, publication.namedRide.map { .string($0) })
    batch.sends.append(span)
    guard publication.exchange != Exchange.deadLetters else { return }
    TraceHeaders.replace(in: &publication.properties, with: span.context, state: state)
  }

  /// Ends the spans of the publications: the broker has answered for all.
  func published() {
    guard !publishing.sends.isEmpty else { return }
    let now = clock.now
    for index in publishing.sends.indices { publishing.sends[index].end = now }
    queue.offer(publishing.sends)
    publishing.sends = []
  }

  /// Notes publications that are given up.
  func dropped(_ dropped: [OutgoingBatch.Dropped]) {
    guard !publishing.sends.isEmpty else { return }
    for item in dropped {
      guard let context = TraceHeaders.parent(of: item.publication.properties),
        let index = publishing.sends.firstIndex(where: { $0.context == context })
      else { continue }
      publishing.sends[index].fail(item.kind)
    }
  }

  /// The context of a span that begins a trace.
  func newRoot(_ trace: TraceIdentifier) -> TraceParent {
    TraceParent(trace: trace, span: identifiers.span(), flags: TraceParent.sampled)
  }

  /// The context of a span within the trace of another.
  func child(of parent: TraceParent) -> TraceParent {
    TraceParent(
      trace: parent.trace, span: identifiers.span(), flags: parent.flags | TraceParent.sampled)
  }
}

extension Span {
  /// Adds what came of a message.
  mutating func describe(_ outcome: Outcome, of delivery: Delivery, at moment: Instant) {
    set(.responseCode, outcome.note.code.map { .string($0.rawValue) })
    if let requested = RequestMoment.of(delivery.properties) {
      set(.requestAge, .double(max(0, requested.seconds(to: moment))))
    }
    set(.ride, outcome.publications.lazy.compactMap(\.namedRide).first.map { .string($0) })
    if let error = outcome.note.error { fail(error.reason.rawValue) }
  }
}

extension OutgoingBatch.Dropped {
  /// Why it is given up, in a word.
  fileprivate var kind: String {
    let word = reason.prefix { $0 != ":" }
    return ["returned", "refused", "unconfirmed", "unsendable"].first { $0 == word } ?? "lost"
  }
}
