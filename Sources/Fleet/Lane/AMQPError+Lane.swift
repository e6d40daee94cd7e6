import AMQP
import Messages

extension AMQPError {
  /// The broker has not confirmed in time; the messages may or may not be published.
  static func unconfirmed(count: Int, after limit: Duration) -> AMQPError {
    AMQPError(
      code: .timeout, operation: "wait for the confirms of \(count) messages",
      detail: "none for \(limit)", isRetriable: true)
  }

  /// A lane that has to stop could not publish everything; the broker delivers the batch again.
  static func unpublished(_ publications: [Publication]) -> AMQPError {
    AMQPError(
      code: .noRoute,
      operation: "publish to exchange '\(publications.first?.exchange ?? "")' before the stop",
      detail: "\(publications.count) messages found no queue that takes them", isRetriable: true)
  }
}

extension AMQPError.Code {
  /// Whether the broker may have closed the connection because of what was published on it.
  ///
  /// Not when nothing came from the broker, when an operator closed it, or when the worker's user
  /// may not publish: then a response waits until it can go out.
  var mayBlameMessage: Bool {
    (300..<600).contains(rawValue) && self != .connectionForced && self != .accessRefused
  }
}
