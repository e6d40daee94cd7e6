package import Rides

/// What a message asks, decoded.
///
/// The stages `confirm` and `handle` of an operation carry the same intent; the message's type
/// tells them apart.
package enum Intent: Hashable, Sendable {
  case listRideOptions(ListRideOptionsIntent)
  /// The stage `resolve` of a list or a request, whose parameters may still lack.
  case resolve(ResolveIntent)
  case requestRide(RequestRideIntent)
  case cancelRide(CancelRideIntent)
  case sendRideFeedback(SendRideFeedbackIntent)
  /// A query, or the start or the end of live updates.
  case getRideStatus(GetRideStatusIntent)
  case updatesDue(UpdatesDue)
  case vehicleUpdate(VehicleUpdate)
  case rideUpdate(RideUpdateReport)
  case rideDue(RideDue)
  case rideRefund(RideRefund)
  case rideSettlement(RideSettlement)
  case paymentResult(PaymentResultReport)
}

extension Intent {
  /// The ride that the sender names; nil for what is about none, or about one that is still to be
  /// made.
  package var rideIdentifier: RideIdentifier? {
    switch self {
    case .listRideOptions, .resolve, .requestRide, .vehicleUpdate: nil
    case .cancelRide(let intent): intent.rideIdentifier
    case .sendRideFeedback(let intent): intent.rideIdentifier
    case .getRideStatus(let intent): intent.rideIdentifier
    case .updatesDue(let due): due.rideIdentifier
    case .rideUpdate(let report): report.rideIdentifier
    case .rideDue(let due): due.rideIdentifier
    case .rideRefund(let refund): refund.rideIdentifier
    case .rideSettlement(let settlement): settlement.rideIdentifier
    case .paymentResult(let report): report.rideIdentifier
    }
  }
}
