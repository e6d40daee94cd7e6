/// The types of the messages that Livery accepts, each also a routing key, in the order of their
/// queues.
package enum MessageType: String, Sendable, CaseIterable {
  case listRideOptionsResolve = "list-ride-options.resolve"
  case listRideOptionsConfirm = "list-ride-options.confirm"
  case listRideOptions = "list-ride-options.handle"

  case requestRideResolve = "request-ride.resolve"
  case requestRideConfirm = "request-ride.confirm"
  case requestRide = "request-ride.handle"
  case cancelRideConfirm = "cancel-ride.confirm"
  case cancelRide = "cancel-ride.handle"
  case sendRideFeedbackConfirm = "send-ride-feedback.confirm"
  case sendRideFeedback = "send-ride-feedback.handle"

  case getRideStatusConfirm = "get-ride-status.confirm"
  case getRideStatus = "get-ride-status.handle"
  case startUpdates = "get-ride-status.start-updates"
  case stopUpdates = "get-ride-status.stop-updates"
  case updatesDue = "ride.updates-due"

  case vehicleUpdate = "vehicle.update"
  case rideUpdate = "ride.update"
  case rideDue = "ride.due"
  case rideRefund = "ride.refund"
  case rideSettlement = "ride.settle"
  case paymentResult = "payment.result"

  /// The operation of which the type is a stage.
  package var operation: RideOperation {
    switch self {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions: .listRideOptions
    case .requestRideResolve, .requestRideConfirm, .requestRide: .requestRide
    case .cancelRideConfirm, .cancelRide: .cancelRide
    case .sendRideFeedbackConfirm, .sendRideFeedback: .sendRideFeedback
    case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates: .getRideStatus
    case .updatesDue, .vehicleUpdate, .rideUpdate, .rideDue, .rideRefund,
      .rideSettlement, .paymentResult:
      .dispatch
    }
  }

  /// The queue family that carries messages of this type.
  package var family: QueueFamily {
    switch operation {
    case .listRideOptions: .listOptions
    case .requestRide, .cancelRide, .sendRideFeedback: .requestRide
    case .getRideStatus: .statusQuery
    case .dispatch: self == .updatesDue ? .statusQuery : .dispatch
    }
  }

  /// Whether a message of this type is a query, which needs a reply address.
  package var onlyAsks: Bool {
    switch self {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions, .requestRideResolve,
      .requestRideConfirm, .cancelRideConfirm, .sendRideFeedbackConfirm, .getRideStatusConfirm,
      .getRideStatus, .startUpdates, .stopUpdates:
      true
    case .requestRide, .cancelRide, .sendRideFeedback, .updatesDue, .vehicleUpdate, .rideUpdate,
      .rideDue, .rideRefund, .rideSettlement, .paymentResult:
      false
    }
  }

  /// Whether a message of this type must carry a `message_id`.
  ///
  /// `vehicle.update` has its own sequence. A confirmation names the ride that its intent will
  /// create, and the name is derived from the id.
  package var needsMessageIdentifier: Bool {
    switch self {
    case .requestRideConfirm, .requestRide, .cancelRide, .sendRideFeedback, .rideUpdate, .rideDue,
      .rideRefund, .rideSettlement, .paymentResult:
      true
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions, .requestRideResolve,
      .cancelRideConfirm, .sendRideFeedbackConfirm, .getRideStatusConfirm, .getRideStatus,
      .startUpdates, .stopUpdates, .updatesDue, .vehicleUpdate:
      false
    }
  }

  /// What a message requests, at any stage.
  package enum RideOperation: Sendable {
    case listRideOptions, requestRide, cancelRide, sendRideFeedback, getRideStatus
    /// Not for riders: reports of vehicles, orders, results of payments, timers.
    case dispatch
  }
}

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
