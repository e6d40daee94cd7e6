import Glibc

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
