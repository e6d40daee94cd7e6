public import LiveryMessages

/// How a client behaves; the defaults serve a gateway.
public struct RideClientOptions: Sendable {
  /// What the broker's overviews call the connection.
  public var name = "livery client"
  /// How many requests may be under way, at least one; further callers wait.
  public var window = 256
  /// How long a call may take; the fleet does not begin a request later than that.
  public var limit = Duration.seconds(60)
  /// How long the answer to one attempt may take, before the same request is sent again.
  public var answerLimit = Duration.seconds(10)
  /// How often a request may have no answer in time, or be refused for now; after a lost
  /// connection, and while its queue is full, it is sent again until its time is over.
  public var attempts = 5
  /// Is called on the thread of the connection, and must not block.
  public var report: @Sendable (RideClientReport) -> Void = { _ in }

  /// The defaults.
  public init() {}
}

/// What a client notices besides the results of its calls, for a log.
public enum RideClientReport: Hashable, Sendable {
  /// The connection is open; the text has no password.
  case connected(String)
  /// The connection was lost, or could not be opened; the client goes on trying.
  case disconnected(String)
  /// The broker takes no messages now, for this reason; accept no more work from users.
  case blocked(String)
  /// The broker takes messages again.
  case unblocked
  /// The same request is sent again.
  case repeated(type: String, identifier: String, attempt: Int)
  /// The fleet has refused a request, which is sent again if `retry` asks for the same identifier.
  case refused(type: String, identifier: String, RequestError)
  /// An event or a command that cannot be read; one of a kept queue stays there and ends the
  /// iteration, another one is dropped.
  case unreadable(messageIdentifier: String?, DecodingFailure)
  /// A response that no request waits for, such as the second one to a request that was repeated.
  case unawaited(messageIdentifier: String?)
}
