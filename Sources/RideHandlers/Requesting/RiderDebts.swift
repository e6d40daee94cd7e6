import RideStore
import Rides

/// The debts of a batch's riders for ended rides, which prevent the next booking.
struct RiderDebts {
  /// The rides of each rider with possible debts.
  private var rides: [RiderIdentifier: [RideIdentifier: Ride]] = [:]
  /// The riders with possible debts for a ride that cannot be read.
  private var unknown: Set<RiderIdentifier> = []
  private let now: Instant

  /// Begins with the rides of the batch's riders that have debts.
  init(_ records: [RideRecord], at now: Instant) {
    self.now = now
    for record in records {
      if let ride = try? record.ride() {
        add(ride)
      } else {
        unknown.insert(record.riderIdentifier)
      }
    }
  }

  /// Adds a ride for which the batch has created a debt.
  mutating func add(_ ride: Ride) {
    rides[ride.status.riderIdentifier, default: [:]][ride.status.rideIdentifier] = ride
  }

  /// Refuses a rider with debts, with a payment as the first reason; `current` has the rides that
  /// the batch has changed.
  func check(_ rider: RiderIdentifier, _ current: [RideIdentifier: Ride]) throws(Refusal) {
    let owed = (rides[rider] ?? [:]).compactMap { identifier, ride in
      (current[identifier] ?? ride).obligation(at: now)
    }
    guard let first = owed.first else {
      guard unknown.contains(rider) else { return }
      throw Refusal(
        .serviceTemporarilyUnavailable, "what is kept of an earlier ride cannot be read")
    }
    throw (owed.contains(.payment) ? .payment : first).refusal
  }
}
