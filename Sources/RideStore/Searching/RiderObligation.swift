package import Rides

/// That a rider owes something, for whichever ride.
package struct RiderObligation: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var obligation: Obligation

  package init(riderIdentifier: RiderIdentifier, obligation: Obligation) {
    self.riderIdentifier = riderIdentifier
    self.obligation = obligation
  }
}
