import Messages
import Rides

/// The trace context in the headers of a message.
enum TraceHeaders {
  /// The context with its state; nil without a valid one.
  static func context(of properties: MessageProperties) -> (parent: TraceParent, state: String?)? {
    guard let text = text(TraceParent.header, of: properties), let parent = TraceParent(text) else {
      return nil
    }
    return (parent, state(of: properties))
  }

  /// The context alone.
  static func parent(of properties: MessageProperties) -> TraceParent? {
    text(TraceParent.header, of: properties).flatMap { TraceParent($0) }
  }

  /// Replaces the context of a message; without `state` it has none.
  static func replace(
    in properties: inout MessageProperties, with context: TraceParent, state: String?
  ) {
    set(TraceParent.header, context.description, &properties)
    set(TraceParent.stateHeader, state, &properties)
  }

  private static func state(of properties: MessageProperties) -> String? {
    // Longer ones need not be propagated (W3C Trace Context, 3.3.1.1).
    text(TraceParent.stateHeader, of: properties).flatMap { $0.utf8.count <= 512 ? $0 : nil }
  }

  private static func text(_ name: String, of properties: MessageProperties) -> String? {
    // By index, since iterating over the values copies each.
    for place in properties.headers.indices where properties.headers[place].name == name {
      guard case .string(let text) = properties.headers[place].value else { return nil }
      return text
    }
    return nil
  }

  private static func set(_ name: String, _ text: String?, _ properties: inout MessageProperties) {
    guard let text else { return properties.headers.removeAll { $0.name == name } }
    if let place = properties.headers.firstIndex(where: { $0.name == name }) {
      properties.headers[place].value = .string(text)
    } else {
      properties.headers.append(Header(name, .string(text)))
    }
  }
}

/// When a request was made, if its message says so.
enum RequestMoment {
  /// The header `requested-at`, else the property `timestamp`; nil where neither can be read.
  static func of(_ properties: MessageProperties) -> Instant? {
    switch properties.header("requested-at") {
    case .string(let text): if let moment = Instant(rfc3339: text) { return moment }
    case .timestamp(let seconds): return instant(seconds)
    default: break
    }
    return properties.timestamp.flatMap(instant)
  }

  private static func instant(_ seconds: UInt64) -> Instant? {
    // RFC 3339 ends with the year 9999.
    seconds <= 253_402_300_799 ? Instant(seconds: Int64(seconds)) : nil
  }
}
