import CRabbitMQ
import Glibc

/// The texts that message after message brings alike, so that each is made a string once.
///
/// Most messages of a queue come over one exchange, are of one type and are to be answered to a few
/// addresses. To compare bytes costs a tenth of what it costs to allocate and check a string.
struct ReceivedTexts: Sendable {
  var consumerTag = Last()
  var exchange = Last()
  var routingKey = Last()
  var contentType = Last()
  var replyTo = Last()
  var type = Last()

  /// The last text that came in one place.
  struct Last: Sendable {
    private var last = ""

    /// Copies bytes of the library as `String.init(valid:)` does.
    mutating func text(_ bytes: amqp_bytes_t) -> String? {
      if !isLast(bytes) {
        guard let text = String(valid: bytes) else { return nil }
        last = text
      }
      return last
    }

    private mutating func isLast(_ bytes: amqp_bytes_t) -> Bool {
      guard bytes.len > 0, last.utf8.count == bytes.len else {
        return last.isEmpty && bytes.len == 0
      }
      return last.withUTF8 { text in
        text.baseAddress.map { memcmp($0, bytes.bytes, text.count) == 0 } ?? true
      }
    }
  }
}
