package import Rides

/// What a payment system answers to a command for a ride.
package struct PaymentResultReport: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var result: PaymentResult

  package init(rideIdentifier: RideIdentifier, result: PaymentResult) {
    self.rideIdentifier = rideIdentifier
    self.result = result
  }
}
