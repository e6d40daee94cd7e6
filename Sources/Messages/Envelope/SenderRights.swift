// Written from Operations by Tests/Lab/messages: change that, not this.

extension MessageType {
  /// Whether the role may send messages of this type; dead letters are redriven besides.
  func isSent(by role: Role) -> Bool {
    switch self {
    case .listRideOptionsResolve, .listRideOptionsConfirm, .listRideOptions, .requestRideResolve,
      .requestRideConfirm, .requestRide, .sendRideFeedbackConfirm, .sendRideFeedback:
      role == .riders
    case .cancelRideConfirm, .cancelRide, .getRideStatusConfirm, .getRideStatus, .startUpdates,
      .stopUpdates:
      role == .riders || role == .operators
    case .updatesDue, .rideDue: role == .fleet
    case .vehicleUpdate, .rideUpdate: role == .vehicles
    case .rideRefund, .rideSettlement: role == .operators
    case .paymentResult: role == .payments
    }
  }
}
