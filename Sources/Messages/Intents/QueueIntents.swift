// Written from Operations by Tests/Lab/messages: change that, not this.

package import Rides

/// The intents of the queue family `listOptions`.
package enum ListQueueIntent: Sendable {
  case listRideOptions(ListRideOptionsIntent)
  case resolve(ResolveIntent)

  /// Nil for an intent that the queue does not carry.
  package init?(_ intent: Intent) {
    switch intent {
    case .listRideOptions(let intent): self = .listRideOptions(intent)
    case .resolve(let intent): self = .resolve(intent)
    case .requestRide, .cancelRide, .sendRideFeedback, .getRideStatus, .updatesDue, .vehicleUpdate,
      .rideUpdate, .rideDue, .rideRefund, .rideSettlement, .paymentResult, .getRideReceipt,
      .listRides, .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment, .changeRide,
      .shareRide, .getSharedStatus, .sos, .rideSOS, .vehiclePosition:
      return nil
    }
  }
}

/// The intents of the queue family `requestRide`.
package enum RequestQueueIntent: Sendable {
  case resolve(ResolveIntent)
  case requestRide(RequestRideIntent)
  case cancelRide(CancelRideIntent)
  case sendRideFeedback(SendRideFeedbackIntent)
  case changeRide(ChangeRideIntent)

  /// Nil for an intent that the queue does not carry.
  package init?(_ intent: Intent) {
    switch intent {
    case .resolve(let intent): self = .resolve(intent)
    case .requestRide(let intent): self = .requestRide(intent)
    case .cancelRide(let intent): self = .cancelRide(intent)
    case .sendRideFeedback(let intent): self = .sendRideFeedback(intent)
    case .changeRide(let intent): self = .changeRide(intent)
    case .listRideOptions, .getRideStatus, .updatesDue, .vehicleUpdate, .rideUpdate, .rideDue,
      .rideRefund, .rideSettlement, .paymentResult, .getRideReceipt, .listRides, .rideWaiver,
      .rideAdjustment, .rideEnd, .rideReassignment, .shareRide, .getSharedStatus, .sos, .rideSOS,
      .vehiclePosition:
      return nil
    }
  }
}

/// The intents of the queue family `statusQuery`.
package enum StatusQueueIntent: Sendable {
  case getRideStatus(GetRideStatusIntent)
  case updatesDue(UpdatesDue)
  case getRideReceipt(GetRideReceiptIntent)
  case listRides(ListRidesIntent)
  case shareRide(ShareRideIntent)
  case getSharedStatus(GetSharedStatusIntent)

  /// Nil for an intent that the queue does not carry.
  package init?(_ intent: Intent) {
    switch intent {
    case .getRideStatus(let intent): self = .getRideStatus(intent)
    case .updatesDue(let intent): self = .updatesDue(intent)
    case .getRideReceipt(let intent): self = .getRideReceipt(intent)
    case .listRides(let intent): self = .listRides(intent)
    case .shareRide(let intent): self = .shareRide(intent)
    case .getSharedStatus(let intent): self = .getSharedStatus(intent)
    case .listRideOptions, .resolve, .requestRide, .cancelRide, .sendRideFeedback, .vehicleUpdate,
      .rideUpdate, .rideDue, .rideRefund, .rideSettlement, .paymentResult, .rideWaiver,
      .rideAdjustment, .rideEnd, .rideReassignment, .changeRide, .sos, .rideSOS, .vehiclePosition:
      return nil
    }
  }
}

/// The intents of the queue family `dispatch`.
package enum DispatchQueueIntent: Sendable {
  case vehicleUpdate(VehicleUpdate)
  case rideUpdate(RideUpdateReport)
  case rideDue(RideDue)
  case rideRefund(RideRefund)
  case rideSettlement(RideSettlement)
  case paymentResult(PaymentResultReport)
  case rideWaiver(RideWaiver)
  case rideAdjustment(RideAdjustment)
  case rideEnd(RideEnd)
  case rideReassignment(RideReassignment)
  case sos(SOSIntent)
  case rideSOS(RideSOSReport)
  case vehiclePosition(VehiclePosition)

  /// Nil for an intent that the queue does not carry.
  package init?(_ intent: Intent) {
    switch intent {
    case .vehicleUpdate(let intent): self = .vehicleUpdate(intent)
    case .rideUpdate(let intent): self = .rideUpdate(intent)
    case .rideDue(let intent): self = .rideDue(intent)
    case .rideRefund(let intent): self = .rideRefund(intent)
    case .rideSettlement(let intent): self = .rideSettlement(intent)
    case .paymentResult(let intent): self = .paymentResult(intent)
    case .rideWaiver(let intent): self = .rideWaiver(intent)
    case .rideAdjustment(let intent): self = .rideAdjustment(intent)
    case .rideEnd(let intent): self = .rideEnd(intent)
    case .rideReassignment(let intent): self = .rideReassignment(intent)
    case .sos(let intent): self = .sos(intent)
    case .rideSOS(let intent): self = .rideSOS(intent)
    case .vehiclePosition(let intent): self = .vehiclePosition(intent)
    case .listRideOptions, .resolve, .requestRide, .cancelRide, .sendRideFeedback, .getRideStatus,
      .updatesDue, .getRideReceipt, .listRides, .changeRide, .shareRide, .getSharedStatus:
      return nil
    }
  }
}
