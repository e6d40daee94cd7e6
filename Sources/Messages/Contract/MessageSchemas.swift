/// The bodies of each type of message.
extension MessageType {
  /// The body of a request.
  package var requestSchema: ObjectSchema {
    switch self {
    case .listRideOptionsResolve, .requestRideResolve: .resolveRequest
    case .listRideOptionsConfirm, .listRideOptions: .listRequest
    case .requestRideConfirm, .requestRide: .booking
    case .cancelRideConfirm, .cancelRide: .cancellation
    case .sendRideFeedbackConfirm, .sendRideFeedback: .feedback
    case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates: .statusRequest
    case .updatesDue: .updatesDue
    case .vehicleUpdate: .vehicleUpdate
    case .rideUpdate: .rideUpdate
    case .rideDue: .rideDue
    case .rideRefund: .refund
    case .rideSettlement: .settlement
    case .paymentResult: .paymentResult
    }
  }

  /// The body of an answer to it: a failure where there is an `error`, else what was asked for.
  package var responseSchema: ChoiceSchema {
    ChoiceSchema(member: "error", with: .failure, without: success)
  }

  private var success: ObjectSchema {
    switch self {
    case .listRideOptionsResolve, .requestRideResolve: .resolved
    case .listRideOptions: .optionList
    case .requestRideConfirm: .prospectOrRide
    case .requestRide: .shownRide
    case .cancelRideConfirm, .cancelRide: .canceled
    case .getRideStatusConfirm, .getRideStatus, .stopUpdates: .foundRide
    case .startUpdates: .updates
    case .vehicleUpdate, .rideUpdate: .applied
    case .listRideOptionsConfirm, .sendRideFeedbackConfirm, .sendRideFeedback, .updatesDue,
      .rideDue, .rideRefund, .rideSettlement, .paymentResult:
      .acknowledgement
    }
  }
}
