public import LiveryMessages

/// Why a call has no result: what was expected, what came, and whether a retry can help.
public enum RideClientError: Error, Hashable, Sendable {
  /// An argument is invalid, such as a text that is no URL; that is not quoted, since it may hold
  /// a password.
  case invalidArgument(String)
  /// Messages of the type, or the queue, are for other senders.
  case wrongSender(type: String, expected: [Sender], Sender)
  /// The fleet has refused the request, and says why.
  case refused(RequestFailure)
  /// The time for the call is over, by the clock here or by that of the fleet.
  case timedOut(identifier: String, after: Duration, mayBeCarriedOut: Bool)
  /// The caller's task was canceled; events have no identifier.
  case canceled(identifier: String?, mayBeCarriedOut: Bool)
  /// None of so many copies got a final answer: dead letters or the workers' logs say why.
  case unanswered(identifier: String, attempts: Int)
  /// The message reached no queue, or AMQP cannot carry it; it was not carried out.
  case undeliverable(identifier: String, reason: String)
  /// The answer or, without an identifier, the event cannot be read.
  case unreadable(identifier: String?, DecodingFailure)
  /// Every broker of the URL refuses what an operator has to change first, such as the login;
  /// events have no identifier.
  case broker(identifier: String?, reason: String, mayBeCarriedOut: Bool)
  /// The client was closed.
  case closed(identifier: String, mayBeCarriedOut: Bool)
  /// The process can have no more threads or descriptors, of which a client and each sequence of
  /// events need some.
  case exhausted(String)
}

extension RideClientError {
  /// Whether to send the request again, and with which identifier; of a request that `mayBeLost`,
  /// such as a position, send the next one instead.
  public var retry: RetryAdvice {
    switch self {
    case .refused(let failure): failure.error.retry
    case .timedOut, .canceled, .unanswered, .broker, .closed, .exhausted: .sameIdentifier
    case .invalidArgument, .wrongSender, .undeliverable, .unreadable: .no
    }
  }

  /// Whether the fleet may carry the request out, or has: to learn that, send the same request with
  /// the same identifier.
  public var mayBeCarriedOut: Bool {
    switch self {
    case .timedOut(_, _, let may), .canceled(_, let may), .broker(_, _, let may),
      .closed(_, let may):
      may
    case .unreadable(let identifier, _): identifier != nil
    case .unanswered: true
    case .invalidArgument, .wrongSender, .refused, .undeliverable, .exhausted: false
    }
  }
}

extension RideClientError: CustomStringConvertible {
  /// What was expected, and what came.
  public var description: String {
    switch self {
    case .invalidArgument(let reason), .exhausted(let reason): return reason
    case .wrongSender(let type, let expected, let sender):
      let names = expected.map(\.rawValue).joined(separator: " or ")
      return "\(type): expected the sender \(names), got \(sender.rawValue)"
    case .refused(let failure):
      let place = failure.error.path.map { " at \($0)" } ?? ""
      return "refused, \(failure.error.reason)\(place): \(failure.error.message) "
        + "(retry: \(failure.error.retry.rawValue))"
    case .timedOut(let identifier, let limit, let may):
      return "request \(identifier): expected an answer within \(limit), got none; "
        + Self.outcome(may)
    case .canceled(nil, _): return "canceled while waiting for an event"
    case .canceled(let identifier?, let may):
      return "request \(identifier): canceled; \(Self.outcome(may))"
    case .unanswered(let identifier, let attempts):
      return "request \(identifier): expected a final answer, got none "
        + "(copies sent: \(attempts)); it may be carried out"
    case .undeliverable(let identifier, let reason):
      return "request \(identifier): not deliverable: \(reason)"
    case .unreadable(let identifier?, let failure):
      return "request \(identifier): expected an answer of the contract, got one with \(failure)"
    case .unreadable(nil, let failure):
      return "expected an event of the contract, got one with \(failure)"
    case .broker(let identifier?, let reason, let may):
      return "request \(identifier): \(reason); \(Self.outcome(may))"
    case .broker(nil, let reason, _): return reason
    case .closed(let identifier, let may):
      return "request \(identifier): the client was closed; \(Self.outcome(may))"
    }
  }

  private static func outcome(_ mayBeCarriedOut: Bool) -> String {
    mayBeCarriedOut ? "it may be carried out" : "it is not carried out"
  }
}
