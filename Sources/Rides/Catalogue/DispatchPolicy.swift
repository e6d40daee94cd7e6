/// How long the service waits for vehicles, drivers and riders; each waiting ends by itself.
package struct DispatchPolicy: Hashable, Sendable {
  /// How long a vehicle is sought before the service cancels the ride, which then costs nothing.
  package var searchSeconds: Int
  /// How long a driver has to accept; silence counts as `declined`.
  package var acceptanceSeconds: Int
  /// How long after the estimated pickup a vehicle that has not arrived loses the ride.
  package var pickupGraceSeconds: Int
  /// How long a vehicle is sure to wait after its arrival.
  package var pickupWaitSeconds: Int
  /// How many vehicles may give a ride back after they took it; one more, and the service cancels.
  package var maximumDropOuts: Int

  package init(
    searchSeconds: Int = 1_800, acceptanceSeconds: Int = 60, pickupGraceSeconds: Int = 1_800,
    pickupWaitSeconds: Int = 300, maximumDropOuts: Int = 3
  ) {
    self.searchSeconds = searchSeconds
    self.acceptanceSeconds = acceptanceSeconds
    self.pickupGraceSeconds = pickupGraceSeconds
    self.pickupWaitSeconds = pickupWaitSeconds
    self.maximumDropOuts = maximumDropOuts
  }
}
