import RideStore
import Rides

/// What the riders of a batch still owe for rides that have ended, which keeps them from the next.
struct RiderDebts {
  /// The rides of each rider for which something may be owed.
  private var rides: [RiderIdentifier: [RideIdentifier: Ride]] = [:]
  private let now: Instant

  /// Reads what those riders owe, in one statement.
  init(
    of riders: Set<RiderIdentifier>, in store: any RideStore, at now: Instant
  ) throws(StoreError) {
    self.now = now
    for record in riders.isEmpty ? [] : try store.owingRides(of: riders.sorted()) {
      note(try record.ride())
    }
  }

  /// Takes a ride for which the batch has made something owed.
  mutating func note(_ ride: Ride) {
    rides[ride.status.riderIdentifier, default: [:]][ride.status.rideIdentifier] = ride
  }

  /// Refuses a rider who owes something for rides as they are now, a payment first.
  func check(_ rider: RiderIdentifier, _ work: WorkingSet) throws(Refusal) {
    let owed = (rides[rider] ?? [:]).compactMap { identifier, ride in
      (work.rides[identifier] ?? ride).obligation(at: now)
    }
    guard let first = owed.first else { return }
    throw (owed.contains(.payment) ? .payment : first).refusal
  }
}
