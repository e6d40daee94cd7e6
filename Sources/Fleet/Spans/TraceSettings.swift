import Glibc

/// How a worker traces.
package struct TraceSettings: Sendable {
  /// Where spans go.
  package var collector: CollectorURL
  package var headers: [KeyValuePair]
  package var sampler: Sampler
  package var consumer: ConsumerContext
  /// How long a request may take.
  package var requestTimeout: Duration
  /// The longest that spans wait before they are sent.
  package var scheduleDelay: Duration
  /// How long the spans of a request are tried, pauses included.
  package var exportTimeout: Duration
  package var queueSize: Int
  /// The most spans of a request.
  package var batchSize: Int

  package init(
    collector: CollectorURL, headers: [KeyValuePair], sampler: Sampler, consumer: ConsumerContext,
    requestTimeout: Duration, scheduleDelay: Duration, exportTimeout: Duration, queueSize: Int,
    batchSize: Int
  ) {
    self.collector = collector
    self.headers = headers
    self.sampler = sampler
    self.consumer = consumer
    self.requestTimeout = requestTimeout
    self.scheduleDelay = scheduleDelay
    self.exportTimeout = exportTimeout
    self.queueSize = queueSize
    self.batchSize = batchSize
  }
}

/// How the processing of a message has to do with the trace of its producer.
package enum ConsumerContext: String, Sendable, CaseIterable {
  /// It goes on with the trace: its parent is the producer's span.
  case child
  /// It is in a trace of its own, that of the batch, and links to the producer's span.
  case link
}

/// Where a collector takes traces over HTTP.
package struct CollectorURL: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Takes `http://` or `https://` with a host and without a user, since a password belongs into
  /// the headers, which are a secret; nil for another text.
  package init?(_ text: String) {
    guard let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix),
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), !text.contains("#")
    else { return nil }
    let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
    guard !authority.isEmpty, !authority.hasPrefix(":"), !authority.contains("@") else {
      return nil
    }
    description = text
  }

  /// The address of traces below the base that `OTEL_EXPORTER_OTLP_ENDPOINT` names.
  package var traces: CollectorURL {
    let separator = description.hasSuffix("/") ? "" : "/"
    return CollectorURL(unchecked: "\(description)\(separator)v1/traces")
  }

  private init(unchecked text: String) { description = text }
}

/// A name and its value, as `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_EXPORTER_OTLP_HEADERS` list them.
package struct KeyValuePair: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Reads `name=value,name=value`, where a value may have percent-encoded bytes; nil for another
  /// text.
  ///
  /// Blanks around names and values do not count.
  package static func list(_ text: String) -> [KeyValuePair]? {
    var pairs: [KeyValuePair] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: "="),
        let value = decoded(trimmed(part[part.index(after: equals)...]))
      else { return nil }
      let name = trimmed(part[..<equals])
      guard !name.isEmpty, name.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
      pairs.append(KeyValuePair(name: String(name), value: value))
    }
    return pairs
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  /// The text without control characters whose `%XX` are decoded; nil for another.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(rest.prefix(2).map(digit).joined(), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A digit as a text; `-` for a sign, which `UInt8` would read.
  private static func digit(_ byte: UInt8) -> String {
    let character = Character(Unicode.Scalar(byte))
    return character.isHexDigit ? String(character) : "-"
  }
}

extension KeyValuePair: CustomStringConvertible, CustomReflectable {
  /// The name alone, since a value may be a secret.
  package var description: String { "\(name)=***" }

  /// Mirrors only the description, so that no dump shows the value.
  package var customMirror: Mirror { Mirror(self, children: ["pair": description]) }
}

/// What all spans of a process have in common.
package struct TraceResource: Sendable {
  package var attributes: [(name: String, value: AttributeValue)]

  /// The resource of a worker.
  ///
  /// `extra` are the attributes that the operator gives, of which `service.name` counts unless
  /// `service` names the service, and which cannot replace those of the process; `instance` names
  /// the process.
  package init(
    service: String?, worker: String, version: String, instance: String, extra: [KeyValuePair]
  ) {
    let given = extra.last { $0.name == "service.name" }?.value
    attributes = [
      ("service.name", .string(service ?? given ?? worker)),
      ("service.namespace", .string("livery")),
      ("service.version", .string(version)),
      ("service.instance.id", .string(instance)),
      ("host.name", .string(Self.hostName())),
      ("process.pid", .int(Int64(getpid()))),
    ]
    for pair in extra where !attributes.contains(where: { $0.name == pair.name }) {
      attributes.append((pair.name, .string(pair.value)))
    }
  }

  /// A UUID of version 4 (RFC 9562).
  package static func randomUUID() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { text += "-" }
      text += String(byte >> 4, radix: 16) + String(byte & 0xF, radix: 16)
    }
    return text
  }

  private static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
