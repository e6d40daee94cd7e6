import AMQP

/// Why a lane has to connect again, in words that are few.
enum ReconnectCause: String, CaseIterable {
  /// The connection ended, or the broker closed it.
  case closed
  /// Nothing listens there, or the name is unknown.
  case unreachable
  case heartbeat
  case timeout
  /// The consumer was taken away: its queue was deleted, or the leader of the queue moved.
  case consumerCancelled = "consumer-cancelled"
  /// The user lacks a right, or the password is wrong.
  case refused
  /// A queue or an exchange is missing or of another kind.
  case topology
  case tls
  /// Everything else: frames or replies that AMQP does not allow at that point.
  case protocolError = "protocol"

  /// Nil where the connection was not even tried.
  init?(_ code: AMQPError.Code) {
    switch code {
    case .notAdmitted: return nil
    case .connectionClosed, .socketClosed, .connectionForced: self = .closed
    case .unknownHost, .socketError: self = .unreachable
    case .heartbeatTimeout: self = .heartbeat
    case .timeout: self = .timeout
    case .consumerCancelled: self = .consumerCancelled
    case .accessRefused, .notAllowed: self = .refused
    case .notFound, .preconditionFailed, .resourceLocked: self = .topology
    case .secureSocketError, .hostNameMismatch, .peerNotTrusted, .secureConnectionFailed:
      self = .tls
    default: self = .protocolError
    }
  }

  /// The place in `allCases`.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
