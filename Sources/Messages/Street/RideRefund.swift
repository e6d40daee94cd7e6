package import Rides

/// The operator's order to give back a part of what a ride has cost.
package struct RideRefund: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var amount: Money
  /// Why, in words that stay with the ride.
  package var reason: String

  package init(rideIdentifier: RideIdentifier, amount: Money, reason: String) {
    self.rideIdentifier = rideIdentifier
    self.amount = amount
    self.reason = reason
  }
}
