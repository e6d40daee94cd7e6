public import LiveryMessages

/// How a client behaves; the defaults serve a gateway.
public struct RideClientOptions: Sendable {
  /// What the broker's overviews call the connections, in 1 to 255 bytes.
  public var name = "livery client"
  /// How many requests may be under way, at least one; further callers wait.
  public var window = 256
  /// How long a call may take; the fleet does not begin a request later than that.
  public var limit = Duration.seconds(60)
  /// How long the answer to one attempt may take, before the same request is sent again.
  public var answerLimit = Duration.seconds(10)
  /// How many attempts, at least one, may go unanswered or be refused for now; one that is lost
  /// with a connection or finds its queue full does not count.
  public var attempts = 5
  /// Is called on the threads of the connections, on several at a time, and must not block.
  public var report: @Sendable (RideClientReport) -> Void = { _ in }

  /// The defaults.
  public init() {}
}

/// What a client notices besides the results of its calls, for a log.
public enum RideClientReport: Hashable, Sendable {
  /// The connection is open; the text has no password.
  case connected(String)
  /// The connection was lost, or could not be opened; it is opened again, but for
  /// events where that cannot help.
  case disconnected(String)
  /// The broker takes no messages now, for this reason; accept no more work from users.
  case blocked(String)
  /// The broker takes messages again.
  case unblocked
  /// The same request is sent again.
  case repeated(type: String, identifier: String, attempt: Int)
  /// The fleet has refused a request, which may be sent again.
  case refused(type: String, identifier: String, RequestError)
  /// A message that cannot be read: an event of a kept queue stays there and ends the iteration, a
  /// command becomes a dead letter, and another event or an answer is dropped.
  case unreadable(messageIdentifier: String?, DecodingFailure)
  /// A response that no request waits for, such as the second one to a request that was repeated.
  case unawaited(messageIdentifier: String?)
}
