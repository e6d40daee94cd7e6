// Written from Operations by Tests/Lab/messages: change that, not this.

/// Which roles may send which types of message.
enum SenderRights {
  /// Whether the role may send messages of the type; dead letters are redriven besides.
  static func permit(_ role: Role, _ type: MessageType) -> Bool {
    switch type {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions, .requestRideResolve,
      .requestRideConfirm, .requestRide, .sendRideFeedbackConfirm, .sendRideFeedback,
      .changeRideConfirm, .changeRide, .sos:
      role == .riders
    case .cancelRideConfirm, .cancelRide, .getRideStatusConfirm, .getRideStatus, .startUpdates,
      .stopUpdates, .getRideReceipt, .listRides, .shareRide, .getSharedStatus:
      role == .riders || role == .operators
    case .updatesDue, .rideDue: role == .fleet
    case .vehicleUpdate, .rideUpdate, .rideSOS, .vehiclePosition: role == .vehicles
    case .rideRefund, .rideSettlement, .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment:
      role == .operators
    case .paymentResult: role == .payments
    }
  }
}
