/// A family of intents that share a work queue, its dead letters and a worker.
package enum QueueFamily: String, Sendable, CaseIterable {
  case listOptions = "list-options"
  case requestRide = "request-ride"
  case statusQuery = "status-query"
  case dispatch

  /// The routing key on the exchange of dead letters.
  package var deadLetterKey: String { rawValue }

  /// The work queue.
  package var queue: String { "livery.\(rawValue)" }

  /// The queue of the family's dead letters.
  package var deadLetterQueue: String { "livery.\(rawValue).dead-letters" }
}
