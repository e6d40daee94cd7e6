// Written from Operations by Tests/Lab/messages: change that, not this.

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
  case getRideReceipt = "get-ride-receipt.handle"
  case listRides = "list-rides.handle"
  case rideWaiver = "ride.waive"
  case rideAdjustment = "ride.adjust"
  case rideEnd = "ride.end"
  case rideReassignment = "ride.reassign"
  case changeRideConfirm = "change-ride.confirm"
  case changeRide = "change-ride.handle"
  case shareRide = "share-ride.handle"
  case getSharedStatus = "get-shared-status.handle"
  case sos = "sos.handle"
  case rideSOS = "ride.sos"
  case vehiclePosition = "vehicle.position"
}

/// What a message requests, at any stage; `dispatch` is not for riders.
package enum RideOperation: Sendable {
  case listRideOptions, requestRide, cancelRide, sendRideFeedback, getRideStatus, dispatch,
    getRideReceipt, listRides, changeRide, shareRide, getSharedStatus
}

extension MessageType {
  /// The operation of which the type is a stage.
  package var operation: RideOperation {
    switch self {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions: .listRideOptions
    case .requestRideResolve, .requestRideConfirm, .requestRide: .requestRide
    case .cancelRideConfirm, .cancelRide: .cancelRide
    case .sendRideFeedbackConfirm, .sendRideFeedback: .sendRideFeedback
    case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates: .getRideStatus
    case .updatesDue, .vehicleUpdate, .rideUpdate, .rideDue, .rideRefund, .rideSettlement,
      .paymentResult, .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment, .sos, .rideSOS,
      .vehiclePosition:
      .dispatch
    case .getRideReceipt: .getRideReceipt
    case .listRides: .listRides
    case .changeRideConfirm, .changeRide: .changeRide
    case .shareRide: .shareRide
    case .getSharedStatus: .getSharedStatus
    }
  }

  /// The queue family that carries messages of this type.
  package var family: QueueFamily {
    switch self {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions: .listOptions
    case .requestRideResolve, .requestRideConfirm, .requestRide, .cancelRideConfirm, .cancelRide,
      .sendRideFeedbackConfirm, .sendRideFeedback, .changeRideConfirm, .changeRide:
      .requestRide
    case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates, .updatesDue,
      .getRideReceipt, .listRides, .shareRide, .getSharedStatus:
      .statusQuery
    case .vehicleUpdate, .rideUpdate, .rideDue, .rideRefund, .rideSettlement, .paymentResult,
      .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment, .sos, .rideSOS, .vehiclePosition:
      .dispatch
    }
  }

  /// Whether a message of this type is a query, which needs a reply address.
  package var onlyAsks: Bool {
    switch self {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions, .requestRideResolve,
      .requestRideConfirm, .cancelRideConfirm, .sendRideFeedbackConfirm, .getRideStatusConfirm,
      .getRideStatus, .startUpdates, .stopUpdates, .getRideReceipt, .listRides, .changeRideConfirm,
      .shareRide, .getSharedStatus:
      true
    case .requestRide, .cancelRide, .sendRideFeedback, .updatesDue, .vehicleUpdate, .rideUpdate,
      .rideDue, .rideRefund, .rideSettlement, .paymentResult, .rideWaiver, .rideAdjustment,
      .rideEnd, .rideReassignment, .changeRide, .sos, .rideSOS, .vehiclePosition:
      false
    }
  }

  /// Whether a message of this type must carry a `message_id`.
  ///
  /// `vehicle.update` has its own sequence. A confirmation names the ride that its intent will
  /// create, and the name is derived from the id.
  package var needsMessageIdentifier: Bool {
    switch self {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions, .requestRideResolve,
      .cancelRideConfirm, .sendRideFeedbackConfirm, .getRideStatusConfirm, .getRideStatus,
      .startUpdates, .stopUpdates, .updatesDue, .vehicleUpdate, .getRideReceipt, .listRides,
      .changeRideConfirm, .shareRide, .getSharedStatus, .vehiclePosition:
      false
    case .requestRideConfirm, .requestRide, .cancelRide, .sendRideFeedback, .rideUpdate, .rideDue,
      .rideRefund, .rideSettlement, .paymentResult, .rideWaiver, .rideAdjustment, .rideEnd,
      .rideReassignment, .changeRide, .sos, .rideSOS:
      true
    }
  }
}
