import Messages
import RideStore
import Rides

/// A booking of a batch on its way into the store.
struct BookingDraft {
  let accepted: Triage.Accepted
  let identity: StoredOutcome.Identity
  /// The ride, or why there is none.
  var result: Result<Ride, Refusal>
  /// The statuses that the ride has gone through, oldest first.
  private(set) var statuses: [RideStatus] = []

  init(
    _ accepted: Triage.Accepted, _ identity: StoredOutcome.Identity, _ result: Result<Ride, Refusal>
  ) {
    self.accepted = accepted
    self.identity = identity
    self.result = result
    if case .success(let ride) = result { statuses = [ride.status] }
  }

  /// The ride, nil when it was refused.
  var ride: Ride? { try? result.get() }

  /// Gives the ride the vehicle that was claimed for it.
  mutating func assign(_ vehicle: VehicleRecord, estimatedPickup: Instant, at now: Instant) {
    guard case .success(var ride) = result else { return }
    ride.assign(vehicle, estimatedPickup: estimatedPickup, at: now)
    result = .success(ride)
    statuses.append(ride.status)
  }
}
