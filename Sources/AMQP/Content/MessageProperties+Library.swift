import CRabbitMQ
import Envelope
import Glibc

extension MessageProperties {
  /// Copies received properties; texts that are not UTF-8 are kept as bytes, and are no texts.
  init(
    _ source: amqp_basic_properties_t, _ texts: inout ReceivedTexts
  ) throws(HeaderTable.TooDeep) {
    let flags = Int32(bitPattern: source._flags)
    var notUTF8: [Header] = []
    func text(
      _ name: StaticString, _ flag: Int32, _ bytes: amqp_bytes_t,
      _ read: (amqp_bytes_t) -> String? = String.init(valid:)
    ) -> String? {
      guard flags & flag != 0 else { return nil }
      if let text = read(bytes) { return text }
      notUTF8.append(Header(named: name, bytes))
      return nil
    }
    self.init(
      contentType: text("content_type", AMQP_BASIC_CONTENT_TYPE_FLAG, source.content_type) {
        texts.contentType.text($0)
      },
      contentEncoding: text(
        "content_encoding", AMQP_BASIC_CONTENT_ENCODING_FLAG, source.content_encoding),
      headers: flags & AMQP_BASIC_HEADERS_FLAG == 0
        ? [] : try HeaderTable.headers(source.headers),
      deliveryMode: flags & AMQP_BASIC_DELIVERY_MODE_FLAG == 0 ? nil : source.delivery_mode,
      priority: flags & AMQP_BASIC_PRIORITY_FLAG == 0 ? nil : source.priority,
      correlationID: text(
        "correlation_id", AMQP_BASIC_CORRELATION_ID_FLAG, source.correlation_id),
      replyTo: text("reply_to", AMQP_BASIC_REPLY_TO_FLAG, source.reply_to) {
        texts.replyTo.text($0)
      },
      expiration: text("expiration", AMQP_BASIC_EXPIRATION_FLAG, source.expiration),
      messageID: text("message_id", AMQP_BASIC_MESSAGE_ID_FLAG, source.message_id),
      timestamp: flags & AMQP_BASIC_TIMESTAMP_FLAG == 0 ? nil : source.timestamp,
      type: text("type", AMQP_BASIC_TYPE_FLAG, source.type) { texts.type.text($0) },
      userID: text("user_id", AMQP_BASIC_USER_ID_FLAG, source.user_id),
      appID: text("app_id", AMQP_BASIC_APP_ID_FLAG, source.app_id))
    self.notUTF8 = notUTF8
  }
}

extension Header {
  fileprivate init(named name: StaticString, _ bytes: amqp_bytes_t) {
    self.init(
      "\(name)",
      .bytes(Array(UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.len))))
  }
}

extension Arena {
  /// Builds properties that live until the next `reset`.
  ///
  /// They must fit into one frame. That is checked here, because the library finds it out only when
  /// it has already sent the method before them, which ruins the connection.
  mutating func properties(
    _ source: MessageProperties, frameLimit: Int
  ) throws(AMQPError) -> amqp_basic_properties_t {
    var target = amqp_basic_properties_t()
    if !source.headers.isEmpty {
      // 16 strings of at most 256 bytes, numbers and the frame itself take less than 5,000 bytes.
      let size = HeaderTable.encodedSize(of: source.headers)
      guard size <= frameLimit - 5000 else {
        throw AMQPError(
          code: .tableTooBig, operation: "write headers",
          detail: "expected at most \(frameLimit - 5000) bytes, but there are \(size)")
      }
      target.headers = try table(source.headers)
      target.raise(AMQP_BASIC_HEADERS_FLAG)
    }
    try setTexts(of: source, in: &target)
    if let mode = source.deliveryMode {
      target.delivery_mode = mode
      target.raise(AMQP_BASIC_DELIVERY_MODE_FLAG)
    }
    if let priority = source.priority {
      target.priority = priority
      target.raise(AMQP_BASIC_PRIORITY_FLAG)
    }
    if let timestamp = source.timestamp {
      target.timestamp = timestamp
      target.raise(AMQP_BASIC_TIMESTAMP_FLAG)
    }
    return target
  }

  private mutating func setTexts(
    of source: MessageProperties, in target: inout amqp_basic_properties_t
  ) throws(AMQPError) {
    func raise(_ text: String?, _ flag: Int32) -> String {
      if text != nil { target.raise(flag) }
      return text ?? ""
    }
    target.content_type = try shortString(
      raise(source.contentType, AMQP_BASIC_CONTENT_TYPE_FLAG), "content-type")
    target.content_encoding = try shortString(
      raise(source.contentEncoding, AMQP_BASIC_CONTENT_ENCODING_FLAG), "content-encoding")
    target.correlation_id = try shortString(
      raise(source.correlationID, AMQP_BASIC_CORRELATION_ID_FLAG), "correlation-id")
    target.reply_to = try shortString(
      raise(source.replyTo, AMQP_BASIC_REPLY_TO_FLAG), "reply-to")
    target.expiration = try shortString(
      raise(source.expiration, AMQP_BASIC_EXPIRATION_FLAG), "expiration")
    target.message_id = try shortString(
      raise(source.messageID, AMQP_BASIC_MESSAGE_ID_FLAG), "message-id")
    target.type = try shortString(raise(source.type, AMQP_BASIC_TYPE_FLAG), "type")
    target.user_id = try shortString(raise(source.userID, AMQP_BASIC_USER_ID_FLAG), "user-id")
    target.app_id = try shortString(raise(source.appID, AMQP_BASIC_APP_ID_FLAG), "app-id")
  }
}

extension amqp_basic_properties_t {
  fileprivate mutating func raise(_ flag: Int32) {
    _flags |= amqp_flags_t(bitPattern: flag)
  }
}

/// The texts that message after message brings alike, so that each is made a string once.
///
/// Most messages of a queue have one exchange, one type and a few reply addresses. Comparing bytes
/// costs a tenth of allocating and checking a string.
struct ReceivedTexts: Sendable {
  var consumerTag = Last()
  var exchange = Last()
  var routingKey = Last()
  var contentType = Last()
  var replyTo = Last()
  var type = Last()

  /// The latest text of one field.
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
