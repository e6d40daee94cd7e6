/// What a message asks, decoded.
package enum Intent: Hashable, Sendable {
  case listRideOptions(ListRideOptionsIntent)
  case requestRide(RequestRideIntent)
  case getRideStatus(GetRideStatusIntent)
  case vehicleUpdate(VehicleUpdate)
  case rideUpdate(RideUpdateReport)
  case rideDue(RideDue)
}
