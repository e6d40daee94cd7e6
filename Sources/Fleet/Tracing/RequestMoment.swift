import Messages
import Rides

/// When a request was made, as far as its message says.
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
