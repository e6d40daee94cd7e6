import JSON
import Messages

/// Spans as the request of OTLP/HTTP in JSON, an `ExportTraceServiceRequest`.
///
/// Differing from protobuf's JSON, identifiers are hexadecimal. Integers of 64 bits are texts, and
/// enumerations are numbers.
package struct OTLPDocument: Sendable {
  private let resource: [UInt8]
  private let version: String

  /// The version of the conventions that the names are of.
  package static let schema = "https://opentelemetry.io/schemas/1.44.0"
  /// The bits next to the W3C flags that say whether it is known that the parent is remote, and
  /// whether it is.
  private static let knowsRemote = 0x100
  private static let isRemote = 0x200

  /// Makes documents for one process; `version` is that of the instrumentation, Livery itself.
  package init(resource: TraceResource, version: String) {
    var writer = JSONWriter(capacity: 1024)
    writer.beginObject()
    writer.key("attributes")
    writer.beginArray()
    for attribute in resource.attributes {
      Self.write(attribute.name, attribute.value, into: &writer)
    }
    writer.endArray()
    writer.endObject()
    self.resource = writer.finish()
    self.version = version
  }

  /// The request with these spans.
  package func encode(_ spans: [Span]) -> [UInt8] {
    var writer = JSONWriter(capacity: 1024 + 1024 * spans.count)
    writer.beginObject()
    writer.key("resourceSpans")
    writer.beginArray()
    writer.beginObject()
    writer.key("resource")
    writer.raw(resource)
    writer.key("scopeSpans")
    writer.beginArray()
    writer.beginObject()
    writeScope(&writer)
    writer.key("spans")
    writer.beginArray()
    for span in spans { write(span, &writer) }
    writer.endArray()
    writer.endObject()
    writer.endArray()
    Self.text("schemaUrl", Self.schema, &writer)
    writer.endObject()
    writer.endArray()
    writer.endObject()
    return writer.finish()
  }

  private func writeScope(_ writer: inout JSONWriter) {
    writer.key("scope")
    writer.beginObject()
    Self.text("name", "livery", &writer)
    Self.text("version", version, &writer)
    writer.endObject()
  }

  private func write(_ span: Span, _ writer: inout JSONWriter) {
    writer.beginObject()
    write(span.context, span.state, isRemote: span.isParentRemote, &writer)
    if let parent = span.parent { Self.text("parentSpanId", parent.description, &writer) }
    Self.text("name", span.name, &writer)
    writer.key("kind")
    writer.integer(span.kind.rawValue)
    Self.text("startTimeUnixNano", "\(span.start)", &writer)
    Self.text("endTimeUnixNano", "\(max(span.start, span.end))", &writer)
    writer.key("attributes")
    writer.beginArray()
    for attribute in span.attributes {
      Self.write(attribute.name.rawValue, attribute.value, into: &writer)
    }
    writer.endArray()
    writeLinks(of: span, &writer)
    if span.isFailed { writeFailure(&writer) }
    writer.endObject()
  }

  private func writeLinks(of span: Span, _ writer: inout JSONWriter) {
    guard !span.links.isEmpty else { return }
    writer.key("links")
    writer.beginArray()
    for link in span.links {
      writer.beginObject()
      write(link.context, link.state, isRemote: link.isRemote, &writer)
      writer.endObject()
    }
    writer.endArray()
    guard span.droppedLinks > 0 else { return }
    writer.key("droppedLinksCount")
    writer.integer(span.droppedLinks)
  }

  private func writeFailure(_ writer: inout JSONWriter) {
    writer.key("status")
    writer.beginObject()
    writer.key("code")
    // STATUS_CODE_ERROR
    writer.integer(2)
    writer.endObject()
  }

  private func write(
    _ context: TraceParent, _ state: String?, isRemote: Bool, _ writer: inout JSONWriter
  ) {
    Self.text("traceId", context.trace.description, &writer)
    Self.text("spanId", context.span.description, &writer)
    if let state { Self.text("traceState", state, &writer) }
    writer.key("flags")
    writer.integer(Int(context.flags) | Self.knowsRemote | (isRemote ? Self.isRemote : 0))
  }

  private static func write(
    _ name: String, _ value: AttributeValue, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    text("key", name, &writer)
    writer.key("value")
    writer.beginObject()
    switch value {
    case .bool(let flag):
      writer.key("boolValue")
      writer.bool(flag)
    case .int(let number): text("intValue", "\(number)", &writer)
    case .double(let number):
      writer.key("doubleValue")
      writer.double(number)
    case .string(let string): text("stringValue", string, &writer)
    }
    writer.endObject()
    writer.endObject()
  }

  private static func text(_ name: StaticString, _ value: String, _ writer: inout JSONWriter) {
    writer.key(name)
    writer.string(value)
  }
}

/// The answer of a receiver that took a request, an `ExportTraceServiceResponse`.
enum PartialSuccess {
  /// How many spans it refused; 0 where it does not say.
  static func rejected(by answer: [UInt8]) -> Int {
    guard let fields = try? JSONFields(parsing: answer),
      let partial = try? fields.object("partialSuccess")
    else { return 0 }
    // A number of 64 bits is a text in protobuf's JSON; a number is seen, too.
    let text = try? partial.string("rejectedSpans", atMost: 20)
    let number = try? partial.integer("rejectedSpans")
    return max(0, text.flatMap { Int($0) } ?? number.map { Int($0) } ?? 0)
  }
}
