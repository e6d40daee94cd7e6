import Glibc
package import Messages

/// One operation of a trace, from its start to its end.
package struct Span: Sendable {
  package var name: String
  package var kind: Kind
  /// Its trace, itself, and the flags that go on.
  package var context: TraceParent
  /// The span that caused it; nil for the root of a trace.
  package var parent: SpanIdentifier?
  /// Whether that span is of another process.
  package var isParentRemote = false
  /// What vendors add to the trace, as it came.
  package var state: String?
  /// Nanoseconds since 1970.
  package var start: UInt64
  package var end: UInt64
  package var attributes: [(name: SpanAttribute, value: AttributeValue)] = []
  package var links: [Link] = []
  package var droppedLinks = 0
  /// Whether the operation failed; `error.type` says how.
  package var isFailed = false

  package init(
    name: String, kind: Kind, context: TraceParent, parent: SpanIdentifier?,
    isParentRemote: Bool = false, state: String? = nil, start: UInt64, end: UInt64? = nil
  ) {
    self.name = name
    self.kind = kind
    self.context = context
    self.parent = parent
    self.isParentRemote = isParentRemote
    self.state = state
    self.start = start
    self.end = end ?? start
  }

  /// The role of a span, by OTLP's numbers.
  package enum Kind: Int, Sendable {
    case client = 3
    case producer = 4
    case consumer = 5
  }

  /// Another span that has to do with one and is not its parent.
  package struct Link: Sendable {
    package var context: TraceParent
    package var state: String?
    package var isRemote: Bool

    package init(_ context: TraceParent, state: String? = nil, isRemote: Bool) {
      self.context = context
      self.state = state
      self.isRemote = isRemote
    }
  }

  /// The most links of a span, as OpenTelemetry limits them; more are dropped and counted.
  package static let mostLinks = 128
}

extension Span {
  /// Adds an attribute; none for nil.
  package mutating func set(_ name: SpanAttribute, _ value: AttributeValue?) {
    if let value { attributes.append((name, value)) }
  }

  /// Adds a link, or counts it where there are too many.
  package mutating func link(_ link: Link) {
    if links.count < Self.mostLinks { links.append(link) } else { droppedLinks += 1 }
  }

  /// Marks the operation as failed, with a word of a closed list for the first reason.
  package mutating func fail(_ reason: String) {
    guard !isFailed else { return }
    isFailed = true
    set(.errorType, .string(reason))
  }
}

/// The name of an attribute of a span: those of OpenTelemetry's semantic conventions 1.44, and
/// Livery's own.
package enum SpanAttribute: String, CaseIterable, Sendable {
  case system = "messaging.system"
  case operationName = "messaging.operation.name"
  case operationType = "messaging.operation.type"
  case destination = "messaging.destination.name"
  case destinationTemplate = "messaging.destination.template"
  case isAnonymous = "messaging.destination.anonymous"
  case messageCount = "messaging.batch.message_count"
  case messageIdentifier = "messaging.message.id"
  case conversation = "messaging.message.conversation_id"
  case routingKey = "messaging.rabbitmq.destination.routing_key"
  case deliveryTag = "messaging.rabbitmq.message.delivery_tag"
  case serverAddress = "server.address"
  case serverPort = "server.port"
  case errorType = "error.type"
  case messageType = "livery.message.type"
  case responseCode = "livery.response.code"
  case requestAge = "livery.request.age"
  case ride = "livery.ride.id"

  /// What its value is, for the page.
  package var meaning: String {
    switch self {
    case .system: "`rabbitmq`"
    case .operationName: "`receive`, `process`, `send` or `ack`"
    case .operationType: "`receive`, `process`, `send` or `settle`"
    case .destination:
      "`{exchange}:{routing key}`, for a received message with `:{queue}`; `amq.default` for "
        + "responses"
    case .destinationTemplate:
      "`livery.events:ride.{phase}.{id}`, `livery.help:ride.sos.{id}`, "
        + "`livery.vehicles:vehicle.{id}`; on events and on what vehicles are told"
    case .isAnonymous: "true on responses, whose queue is the requester's secret and not exported"
    case .messageCount: "messages of the batch; on `receive` and `ack`"
    case .messageIdentifier: "`message_id`"
    case .conversation: "`correlation_id`"
    case .routingKey: "the routing key; not on responses"
    case .deliveryTag: "the delivery tag; on `process`"
    case .serverAddress: "host of the broker"
    case .serverPort: "port of the broker"
    case .errorType: "why the operation failed: a reason of an error body, or a broker's failure"
    case .messageType: "type of the message"
    case .responseCode: "code of the response; on `process`"
    case .requestAge: "seconds from the request to its processing; on `process`, where it is known"
    case .ride: "identifier of the ride, where the message or what it causes names one"
    }
  }
}

/// The value of an attribute.
package enum AttributeValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// A finite number.
  case double(Double)
  case string(String)
}

/// The time of spans: nanoseconds since 1970, that never run backwards within a batch.
///
/// A clock that is set while a batch is handled must not make a span end before its start. So the
/// wall clock is read once, and the monotonic one counts from there.
package struct TraceClock: Sendable {
  private let wall: UInt64
  private let monotonic: UInt64

  /// Reads the wall clock.
  package init() {
    wall = Self.read(CLOCK_REALTIME)
    monotonic = Self.read(CLOCK_MONOTONIC)
  }

  /// The moment now.
  package var now: UInt64 { wall &+ (Self.read(CLOCK_MONOTONIC) &- monotonic) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
