import RideStore
import Rides

/// What the riders of a batch still owe for rides that have ended, which keeps them from the next.
struct RiderDebts {
  /// The rides of each rider for which something may be owed.
  private var rides: [RiderIdentifier: [RideIdentifier: Ride]] = [:]
  /// The riders who may owe something for a ride that cannot be read.
  private var unknown: Set<RiderIdentifier> = []
  private let now: Instant

  /// Takes the rides of the batch's riders for which something is owed.
  init(_ records: [RideRecord], at now: Instant) {
    self.now = now
    for record in records {
      if let ride = try? record.ride() {
        note(ride)
      } else {
        unknown.insert(record.riderIdentifier)
      }
    }
  }

  /// Takes a ride for which the batch has made something owed.
  mutating func note(_ ride: Ride) {
    rides[ride.status.riderIdentifier, default: [:]][ride.status.rideIdentifier] = ride
  }

  /// Refuses a rider who owes something for rides as they are now, a payment first.
  func check(_ rider: RiderIdentifier, _ work: UnitOfWork) throws(Refusal) {
    let owed = (rides[rider] ?? [:]).compactMap { identifier, ride in
      (work.rides[identifier] ?? ride).obligation(at: now)
    }
    guard let first = owed.first else {
      guard unknown.contains(rider) else { return }
      throw Refusal(
        .serviceTemporarilyUnavailable, "what is kept of an earlier ride cannot be read")
    }
    throw (owed.contains(.payment) ? .payment : first).refusal
  }
}
