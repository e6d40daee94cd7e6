import CRabbitMQ

/// A failed exchange with the broker.
///
/// After any such error the connection cannot be used any more.
package struct AMQPError: Error, Hashable, Sendable {
  package var code: Code
  /// What was attempted, and where: "declare queue 'x'".
  package var operation: String
  /// The message of the broker or the library; without a password.
  package var detail: String
  /// Whether a retry on a new connection can succeed without a change by an operator.
  package var isRetriable: Bool

  /// Makes an error that is retriable if its code is, unless `isRetriable` says otherwise.
  package init(code: Code, operation: String, detail: String, isRetriable: Bool? = nil) {
    self.code = code
    self.operation = operation
    self.detail = detail
    self.isRetriable = isRetriable ?? code.isRetriable
  }
}

extension AMQPError {
  /// The error for a queue or an exchange that has to exist.
  static func missing(
    _ what: String, on endpoint: AMQPEndpoint, operation: String
  ) -> AMQPError {
    AMQPError(
      code: .notFound, operation: operation,
      detail: "expected the \(what) to exist on \(endpoint), but it does not; "
        + "`livery topology apply` declares it")
  }

  /// What the broker does not let the user do, in the broker's words: `access to exchange
  /// 'amq.default' in vhost '/'`; nil for another failure.
  package var missingPermission: String? {
    guard code == .accessRefused, let start = detail.firstRange(of: "ACCESS_REFUSED - "),
      let end = detail.firstRange(of: " refused for user"), start.upperBound < end.lowerBound
    else { return nil }
    return String(detail[start.upperBound..<end.lowerBound])
  }
}

extension AMQPError: CustomStringConvertible {
  package var description: String {
    let advice = isRetriable ? "a retry may help" : "a retry may help after an operator's change"
    return "\(operation): \(code): \(detail) (\(advice))"
  }
}

extension AMQPError {
  /// What kind of failure it was.
  ///
  /// Numbers below zero are librabbitmq's (`amqp_status_enum`), 300 to 599 are the broker's reply
  /// codes (AMQP 0-9-1, 1.2), and from 1000 on they are Livery's own.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }
  }
}

extension AMQPError.Code {
  package static let outOfMemory = Self(rawValue: -0x0001)
  package static let malformedData = Self(rawValue: -0x0002)
  package static let unknownHost = Self(rawValue: -0x0005)
  package static let connectionClosed = Self(rawValue: -0x0007)
  package static let socketError = Self(rawValue: -0x0009)
  package static let invalidParameter = Self(rawValue: -0x000A)
  package static let tableTooBig = Self(rawValue: -0x000B)
  package static let timeout = Self(rawValue: -0x000D)
  package static let heartbeatTimeout = Self(rawValue: -0x000F)
  package static let unexpectedState = Self(rawValue: -0x0010)
  package static let socketClosed = Self(rawValue: -0x0011)

  package static let secureSocketError = Self(rawValue: -0x0200)
  /// The certificate of the peer is for another host.
  package static let hostNameMismatch = Self(rawValue: -0x0201)
  /// The certificate of the peer is not trusted.
  package static let peerNotTrusted = Self(rawValue: -0x0202)
  package static let secureConnectionFailed = Self(rawValue: -0x0203)

  package static let contentTooLarge = Self(rawValue: 311)
  package static let noRoute = Self(rawValue: 312)
  package static let noConsumers = Self(rawValue: 313)
  package static let connectionForced = Self(rawValue: 320)
  package static let invalidPath = Self(rawValue: 402)
  package static let accessRefused = Self(rawValue: 403)
  package static let notFound = Self(rawValue: 404)
  package static let resourceLocked = Self(rawValue: 405)
  package static let preconditionFailed = Self(rawValue: 406)
  package static let frameError = Self(rawValue: 501)
  package static let syntaxError = Self(rawValue: 502)
  package static let commandInvalid = Self(rawValue: 503)
  package static let channelError = Self(rawValue: 504)
  package static let unexpectedFrame = Self(rawValue: 505)
  package static let resourceError = Self(rawValue: 506)
  package static let notAllowed = Self(rawValue: 530)
  package static let notImplemented = Self(rawValue: 540)
  package static let internalError = Self(rawValue: 541)

  /// The broker has canceled the consumer: its queue was deleted, or the queue's leader moved.
  package static let consumerCancelled = Self(rawValue: 1000)
  /// A message that AMQP cannot carry: a text over 255 bytes, or headers over a frame.
  package static let unsendableMessage = Self(rawValue: 1001)
  /// Others of the process are connecting, so that this was not even tried.
  package static let notAdmitted = Self(rawValue: 1002)
  /// No name server has answered for the host's name in time.
  package static let lookupTimeout = Self(rawValue: 1003)
}

extension AMQPError.Code: CustomStringConvertible {
  package var description: String {
    let name = Self.names[rawValue] ?? "UNKNOWN"
    return rawValue < 0 || rawValue >= 1000 ? name : "\(rawValue) \(name)"
  }

  var isRetriable: Bool {
    !Self.permanent.contains(rawValue)
  }

  /// Whether the socket can no longer be used, while what arrived before may still be read.
  var isLostSocket: Bool { Self.lostSocket.contains(self) }

  private static let lostSocket: Set<Self> = [
    .socketError, .socketClosed, .connectionClosed, .secureSocketError,
  ]

  /// What stays as it is until a configuration, the topology or the program changes.
  private static let permanent: Set<Int32> = [
    -0x0006, -0x0008, -0x000A, -0x000B, -0x0013, -0x0014, -0x0201, -0x0202, -0x0204,
    311, 402, 403, 404, 406, 502, 503, 504, 530, 540, 1001,
  ]

  private static let names: [Int32: String] = [
    -0x0001: "AMQP_STATUS_NO_MEMORY", -0x0002: "AMQP_STATUS_BAD_AMQP_DATA",
    -0x0003: "AMQP_STATUS_UNKNOWN_CLASS", -0x0004: "AMQP_STATUS_UNKNOWN_METHOD",
    -0x0005: "AMQP_STATUS_HOSTNAME_RESOLUTION_FAILED",
    -0x0006: "AMQP_STATUS_INCOMPATIBLE_AMQP_VERSION", -0x0007: "AMQP_STATUS_CONNECTION_CLOSED",
    -0x0008: "AMQP_STATUS_BAD_URL", -0x0009: "AMQP_STATUS_SOCKET_ERROR",
    -0x000A: "AMQP_STATUS_INVALID_PARAMETER", -0x000B: "AMQP_STATUS_TABLE_TOO_BIG",
    -0x000C: "AMQP_STATUS_WRONG_METHOD", -0x000D: "AMQP_STATUS_TIMEOUT",
    -0x000E: "AMQP_STATUS_TIMER_FAILURE", -0x000F: "AMQP_STATUS_HEARTBEAT_TIMEOUT",
    -0x0010: "AMQP_STATUS_UNEXPECTED_STATE", -0x0011: "AMQP_STATUS_SOCKET_CLOSED",
    -0x0012: "AMQP_STATUS_SOCKET_INUSE", -0x0013: "AMQP_STATUS_BROKER_UNSUPPORTED_SASL_METHOD",
    -0x0014: "AMQP_STATUS_UNSUPPORTED", -0x0100: "AMQP_STATUS_TCP_ERROR",
    -0x0101: "AMQP_STATUS_TCP_SOCKETLIB_INIT_ERROR", -0x0200: "AMQP_STATUS_SSL_ERROR",
    -0x0201: "AMQP_STATUS_SSL_HOSTNAME_VERIFY_FAILED",
    -0x0202: "AMQP_STATUS_SSL_PEER_VERIFY_FAILED", -0x0203: "AMQP_STATUS_SSL_CONNECTION_FAILED",
    -0x0204: "AMQP_STATUS_SSL_SET_ENGINE_FAILED",
    311: "CONTENT_TOO_LARGE", 312: "NO_ROUTE", 313: "NO_CONSUMERS", 320: "CONNECTION_FORCED",
    402: "INVALID_PATH", 403: "ACCESS_REFUSED", 404: "NOT_FOUND", 405: "RESOURCE_LOCKED",
    406: "PRECONDITION_FAILED", 501: "FRAME_ERROR", 502: "SYNTAX_ERROR", 503: "COMMAND_INVALID",
    504: "CHANNEL_ERROR", 505: "UNEXPECTED_FRAME", 506: "RESOURCE_ERROR", 530: "NOT_ALLOWED",
    540: "NOT_IMPLEMENTED", 541: "INTERNAL_ERROR",
    1000: "CONSUMER_CANCELLED", 1001: "UNSENDABLE_MESSAGE", 1002: "NOT_ADMITTED",
    1003: "LOOKUP_TIMEOUT",
  ]
}

extension AMQPError {
  /// The error for a status of librabbitmq.
  init(status: Int32, operation: String) {
    self.init(
      code: Code(rawValue: status), operation: operation,
      detail: String(cString: amqp_error_string2(status)))
  }

  /// The error for the code and text of a `channel.close` or `connection.close`.
  init(replyCode: UInt16, replyText: amqp_bytes_t, operation: String) {
    var detail = String(replyText)
    if replyCode == 403, detail.contains("access to ") {
      detail += "; `livery topology permissions` prints who needs which"
    }
    let passes = Self.passing[replyCode]?.contains { detail.contains($0) } ?? false
    self.init(
      code: Code(rawValue: Int32(replyCode)), operation: operation, detail: detail,
      isRetriable: passes ? true : nil)
  }

  /// Parts of RabbitMQ's texts that tell what passes by itself from what needs a change, under one
  /// code: a queue whose node or process is away, a virtual host that restarts, connections up to
  /// the limit, and a consumer that acknowledged too late, whose message is delivered again.
  private static let passing: [UInt16: [String]] = [
    404: ["is down or inaccessible", "is stopped by supervisor", "due to timeout"],
    406: ["delivery acknowledgement on channel"],
    530: ["is down", "is reached"],
  ]

  /// The error of a method from the broker, or nil if it closes nothing.
  init?(closing method: amqp_method_t, operation: String) {
    guard let decoded = method.decoded else { return nil }
    switch method.id {
    case AMQP_CHANNEL_CLOSE_METHOD:
      let close = decoded.load(as: amqp_channel_close_t.self)
      self.init(replyCode: close.reply_code, replyText: close.reply_text, operation: operation)
    case AMQP_CONNECTION_CLOSE_METHOD:
      let close = decoded.load(as: amqp_connection_close_t.self)
      self.init(replyCode: close.reply_code, replyText: close.reply_text, operation: operation)
    default: return nil
    }
  }

  /// The error for a reply of librabbitmq, or nil if all is well.
  init?(reply: amqp_rpc_reply_t, operation: String) {
    switch reply.reply_type {
    case AMQP_RESPONSE_NORMAL: return nil
    case AMQP_RESPONSE_LIBRARY_EXCEPTION:
      self.init(status: reply.library_error, operation: operation)
    case AMQP_RESPONSE_SERVER_EXCEPTION:
      if let error = AMQPError(closing: reply.reply, operation: operation) {
        self = error
      } else {
        self.init(
          code: .unexpectedState, operation: operation,
          detail: "the broker answered with method 0x\(String(reply.reply.id, radix: 16))")
      }
    default: self.init(status: Code.connectionClosed.rawValue, operation: operation)
    }
  }
}

extension String {
  /// Copies bytes of the library; invalid UTF-8 becomes U+FFFD.
  init(_ bytes: amqp_bytes_t) {
    self.init(decoding: UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.len), as: UTF8.self)
  }

  /// Copies bytes of the library; nil where they are not UTF-8.
  init?(valid bytes: amqp_bytes_t) {
    self.init(
      validating: UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.len), as: UTF8.self)
  }
}
