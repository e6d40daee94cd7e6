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

  /// Takes it that the operation failed, with a word of a closed list for the first reason.
  package mutating func fail(_ reason: String) {
    guard !isFailed else { return }
    isFailed = true
    set(.errorType, .string(reason))
  }
}
