/// The messages that Livery takes, by their routing key and `type`, in the order of their queues.
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
  package var operation: Operation {
    switch self {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions: .listRideOptions
    case .requestRideResolve, .requestRideConfirm, .requestRide: .requestRide
    case .cancelRideConfirm, .cancelRide: .cancelRide
    case .sendRideFeedbackConfirm, .sendRideFeedback: .sendRideFeedback
    case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates: .getRideStatus
    case .updatesDue, .vehicleUpdate, .rideUpdate, .rideDue, .rideRefund,
      .rideSettlement, .paymentResult:
      .street
    }
  }

  /// The queue family that carries messages of this type.
  package var family: QueueFamily {
    switch operation {
    case .listRideOptions: .listOptions
    case .requestRide, .cancelRide, .sendRideFeedback: .requestRide
    case .getRideStatus: .statusQuery
    case .street: self == .updatesDue ? .statusQuery : .dispatch
    }
  }

  /// Whether a message of this type only asks, so that it is of no use without an address for the
  /// answer.
  package var onlyAsks: Bool {
    switch self {
    case .requestRide, .cancelRide, .sendRideFeedback: false
    default: operation != .street
    }
  }

  /// Whether a message of this type must carry a `message_id`.
  ///
  /// `vehicle.update` has its own sequence; a confirmation names the ride that its intent will
  /// make, and the name comes from the id.
  package var needsMessageIdentifier: Bool {
    switch self {
    case .requestRideConfirm, .requestRide, .cancelRide, .sendRideFeedback, .rideUpdate, .rideDue,
      .rideRefund, .rideSettlement, .paymentResult:
      true
    default: false
    }
  }

  /// What a message asks for, whatever the stage.
  package enum Operation: Sendable {
    case listRideOptions, requestRide, cancelRide, sendRideFeedback, getRideStatus
    /// What no rider asks: reports, commands, results of payments.
    case street
  }
}
