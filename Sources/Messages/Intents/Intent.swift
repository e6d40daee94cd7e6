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
