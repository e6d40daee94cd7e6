import Messages
import RideHandlers
import Rides

/// Makes the spans of a lane's messages; the attributes follow the conventions for messaging.
struct MessageSpans {
  /// The name of the queue that the lane consumes.
  let source: String
  let consumer: ConsumerContext
  var identifiers = IdentifierSource()
  /// The broker of the current connection.
  var server: TraceServer?

  init(source: String, consumer: ConsumerContext) {
    self.source = source
    self.consumer = consumer
  }

  /// The span of the receipt of a batch of `count` messages.
  mutating func receive(
    _ chosen: [ChosenMessage], of count: Int, from start: UInt64, to end: UInt64
  ) -> Span {
    var span = Span(
      name: "receive \(source)", kind: .client, context: newRoot(identifiers.trace()), parent: nil,
      start: start, end: end)
    span.describe("receive", type: "receive", at: server)
    span.set(.destination, .string(source))
    span.set(.messageCount, .int(Int64(count)))
    for message in chosen {
      guard let parent = message.parent else { continue }
      span.link(Span.Link(parent, state: message.state, isRemote: true))
    }
    return span
  }

  /// The span of a message's processing, not begun.
  ///
  /// It continues the producer's trace, as the conventions allow for a single message, and links to
  /// the receipt of its batch; or the other way round.
  mutating func process(
    _ delivery: Delivery, _ chosen: ChosenMessage, of receive: Span
  ) -> Span {
    var span: Span
    if consumer == .link {
      span = Span(
        name: "process \(source)", kind: .consumer, context: child(of: receive.context),
        parent: receive.context.span, start: 0)
      if let parent = chosen.parent {
        span.link(Span.Link(parent, state: chosen.state, isRemote: true))
      }
    } else {
      let context =
        if let parent = chosen.parent { child(of: parent) } else { newRoot(chosen.root) }
      span = Span(
        name: "process \(source)", kind: .consumer, context: context, parent: chosen.parent?.span,
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

  /// The span of a publication, whose headers then carry its context; nil where the publication
  /// belongs to a trace that is not recorded.
  ///
  /// A publication to another receiver, such as an observer whose request had another trace, stays
  /// in that trace if it is recorded. A dead letter keeps the context of its message.
  mutating func send(
    _ publication: inout Publication, for message: TracedMessage, at now: UInt64
  ) -> Span? {
    let carried = TraceHeaders.context(of: publication.properties)
    let isOwn = carried.map { message.isOfTrace($0.parent) } ?? true
    guard isOwn || carried?.parent.isSampled == true else { return nil }
    let cause = isOwn ? message.process.context : carried?.parent ?? message.process.context
    // The state belongs to the trace in whose headers it was.
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
    if publication.exchange != Exchange.deadLetters {
      TraceHeaders.replace(in: &publication.properties, with: span.context, state: state)
    }
    return span
  }

  /// The span of the acknowledgement of a batch.
  mutating func acknowledge(
    _ batch: TracedBatch, _ receive: Span, from start: UInt64, to end: UInt64
  ) -> Span {
    var span = Span(
      name: "ack \(source)", kind: .client, context: child(of: receive.context),
      parent: receive.context.span, start: start, end: end)
    span.describe("ack", type: "settle", at: server)
    span.set(.destination, .string(source))
    span.set(.messageCount, .int(Int64(batch.count)))
    for message in batch.messages {
      span.link(Span.Link(message.process.context, isRemote: false))
    }
    return span
  }

  /// The context of a span that begins a trace.
  private mutating func newRoot(_ trace: TraceIdentifier) -> TraceParent {
    TraceParent(trace: trace, span: identifiers.span(), flags: TraceParent.sampled)
  }

  /// The context of a span within the trace of another.
  private mutating func child(of parent: TraceParent) -> TraceParent {
    TraceParent(
      trace: parent.trace, span: identifiers.span(), flags: parent.flags | TraceParent.sampled)
  }
}

extension Span {
  /// Adds the outcome of a message.
  mutating func describe(_ outcome: Outcome, of delivery: Delivery, at moment: Instant) {
    set(.responseCode, outcome.note.code.map { .string($0.rawValue) })
    if let requested = RequestMoment.of(delivery.properties) {
      set(.requestAge, .double(max(0, requested.seconds(to: moment))))
    }
    set(.ride, outcome.publications.lazy.compactMap(\.namedRide).first.map { .string($0) })
    if let error = outcome.note.error { fail(error.reason.rawValue) }
  }
}

extension Publication {
  /// The ride of an event or a command, by its message id; nil for other publications.
  fileprivate var namedRide: String? {
    guard let identifier = properties.messageID else { return nil }
    if exchange == Exchange.payments {
      return identifier.firstIndex(of: ":").map { String(identifier[..<$0]) }
    }
    switch properties.type {
    case RideStatusEvent.type, RideReceiptEvent.type, RideSOSEvent.type:
      return EventName(identifier)?.rideIdentifier.rawValue
    case MessageType.rideDue.rawValue, VehicleAssignmentMessage.type:
      return identifier.firstIndex(of: "/").map { String(identifier[..<$0]) }
    default: return nil
    }
  }
}
