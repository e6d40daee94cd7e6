/// What the street reports of a ride: the `event` of a `ride.update` message.
package enum RideReport: String, Sendable, CaseIterable {
  /// The driver takes the ride.
  case accepted
  /// The driver refuses the ride; another vehicle is sought.
  case declined
  /// The vehicle is close to the pickup.
  case approaching
  /// The vehicle stands at the pickup.
  case arrived
  /// The rider is aboard.
  case started
  /// The rider has left the vehicle at the end of the trip.
  case ended
  /// The driver gives the ride back before the rider is aboard; another vehicle is sought.
  case droppedOut
  /// The rider did not come.
  case missedPickup
}
