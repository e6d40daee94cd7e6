/// A family of intents that share a work queue, a routing key and a worker.
package enum QueueFamily: String, Sendable, CaseIterable {
  case listOptions = "list-options"
  case requestRide = "request-ride"
  case statusQuery = "status-query"
  case dispatch

  /// The routing key on the exchange of requests.
  package var routingKey: String { rawValue }

  /// The work queue.
  package var queue: String { "livery.\(rawValue)" }

  /// The queue of the family's dead letters.
  package var deadLetterQueue: String { "livery.\(rawValue).dead-letters" }

  /// What a message without `type` is taken for: the queue's own `handle`; nil where there is none.
  package var defaultType: MessageType? {
    switch self {
    case .listOptions: .listRideOptions
    case .requestRide: .requestRide
    case .statusQuery: .getRideStatus
    case .dispatch: nil
    }
  }
}
