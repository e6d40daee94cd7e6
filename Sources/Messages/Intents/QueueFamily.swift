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

  /// The short queue of positions, which the worker of `dispatch` consumes, too: it drops the
  /// oldest, and what was delivered before is not handled again.
  package static let positionQueue = "livery.positions"

  /// All queues that its worker consumes.
  package var queues: [String] { self == .dispatch ? [queue, Self.positionQueue] : [queue] }

  /// The queue of the family's dead letters.
  package var deadLetterQueue: String { "livery.\(rawValue).dead-letters" }
}

extension MessageType {
  /// The work queue that carries messages of this type.
  package var queue: String {
    self == .vehiclePosition ? QueueFamily.positionQueue : family.queue
  }
}
