/// The `type` property of the messages that Livery takes, by the queue that carries them.
package enum MessageType: String, Sendable, CaseIterable {
  case listRideOptions = "list-ride-options.handle"
  case requestRide = "request-ride.handle"
  case getRideStatus = "get-ride-status.handle"
  case vehicleUpdate = "vehicle.update"
  case rideUpdate = "ride.update"
  case rideDue = "ride.due"

  /// The queue family that carries messages of this type.
  package var family: QueueFamily {
    switch self {
    case .listRideOptions: .listOptions
    case .requestRide: .requestRide
    case .getRideStatus: .statusQuery
    case .vehicleUpdate, .rideUpdate, .rideDue: .dispatch
    }
  }

  /// Whether a message of this type only asks, so that it is of no use without an address for the
  /// answer.
  package var onlyAsks: Bool { self == .listRideOptions || self == .getRideStatus }

  /// Whether a message of this type must carry a `message_id`.
  ///
  /// `vehicle.update` has its own sequence.
  package var needsMessageIdentifier: Bool {
    switch self {
    case .requestRide, .rideUpdate, .rideDue: true
    case .listRideOptions, .getRideStatus, .vehicleUpdate: false
    }
  }
}

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
