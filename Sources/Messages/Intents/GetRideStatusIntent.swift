package import Rides

/// "Where is my ride?": SiriKit's `INGetRideStatusIntent`.
package struct GetRideStatusIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  /// Nil asks for the rider's current ride.
  package var rideIdentifier: RideIdentifier?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, rideIdentifier: RideIdentifier? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
  }
}
