import Fleet
import JSON
import Messages
import Testing

@Suite("Spans as OTLP's JSON")
struct DocumentTests {
  private static func document() -> OTLPDocument {
    var resource = TraceResource(
      service: nil, worker: "test-worker", version: "1", instance: "i", extra: [])
    resource.attributes = [("service.name", .string("test-worker")), ("process.pid", .int(7))]
    return OTLPDocument(resource: resource, version: "0.1.0")
  }

  private static func text(of span: Span) -> String {
    String(decoding: document().encode([span]), as: UTF8.self)
  }

  @Test("A request has the resource, the scope and the span, in the forms of OTLP's JSON")
  func shape() throws {
    #expect(
      Self.text(of: try .named("receive livery.dispatch"))
        == #"{"resourceSpans":[{"resource":{"attributes":["#
        + #"{"key":"service.name","value":{"stringValue":"test-worker"}},"#
        + #"{"key":"process.pid","value":{"intValue":"7"}}]},"#
        + #""scopeSpans":[{"scope":{"name":"livery","version":"0.1.0"},"spans":[{"#
        + #""traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","#
        + #""flags":257,"name":"receive livery.dispatch","kind":3,"#
        + #""startTimeUnixNano":"1800000000000000000","endTimeUnixNano":"1800000000000001000","#
        + #""attributes":[]}]}],"schemaUrl":"https://opentelemetry.io/schemas/1.44.0"}]}"#)
  }

  @Test("A failed child of another process has parent, flags, state, attributes, links and status")
  func members() throws {
    var span = Span(
      name: "process livery.dispatch", kind: .consumer, context: try .some(),
      parent: SpanIdentifier(0xAB), isParentRemote: true, state: "a=1", start: 2, end: 1)
    span.set(.isAnonymous, .bool(true))
    span.set(.requestAge, .double(1.5))
    span.set(.messageIdentifier, nil)
    span.link(Span.Link(try .some(), state: "b=2", isRemote: false))
    span.fail("wrongType")
    let text = Self.text(of: span)
    for part in [
      #""traceState":"a=1","flags":769,"parentSpanId":"00000000000000ab""#, #""kind":5"#,
      #""startTimeUnixNano":"2","endTimeUnixNano":"2""#,
      #"{"key":"messaging.destination.anonymous","value":{"boolValue":true}}"#,
      #"{"key":"livery.request.age","value":{"doubleValue":1.5}}"#,
      #"{"key":"error.type","value":{"stringValue":"wrongType"}}"#,
      #""links":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","#
        + #""traceState":"b=2","flags":257}]"#,
      #""status":{"code":2}"#,
    ] {
      #expect(text.contains(part))
    }
    #expect(!text.contains("messaging.message.id"))
  }

  @Test("A span has 128 links at most, and counts those beyond")
  func links() throws {
    var span = try Span.named("receive livery.dispatch")
    for _ in 0..<130 { span.link(Span.Link(try .some(), isRemote: true)) }
    #expect(span.links.count == 128)
    #expect(Self.text(of: span).contains(#""droppedLinksCount":2"#))
  }

  @Test("What the operator says of the process is added, and replaces nothing but the service")
  func resource() {
    let extra = KeyValuePair.list("service.name=rides,host.name=forged,deployment=test") ?? []
    let given = TraceResource(service: nil, worker: "w", version: "1", instance: "i", extra: extra)
    let named = TraceResource(
      service: "named", worker: "w", version: "1", instance: "i", extra: extra)
    let plain = TraceResource(service: nil, worker: "w", version: "1", instance: "i", extra: [])
    let services = [given, named, plain].map { $0.attributes.first?.value }
    #expect(services == [.string("rides"), .string("named"), .string("w")])
    #expect(given.attributes.last?.name == "deployment")
    #expect(given.attributes.count { $0.name == "host.name" } == 1)
    #expect(!given.attributes.contains { $0.value == .string("forged") })
  }
}
