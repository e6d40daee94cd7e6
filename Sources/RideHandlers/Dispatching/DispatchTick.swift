package import Messages
package import RideStore
package import Rides

/// What the dispatch worker asks for as time passes.
package enum DispatchTick {
  /// The most rides that one tick looks after; the most overdue are first, so none is forgotten.
  static let limit = 500

  /// A `ride.due` for each ride that is due.
  ///
  /// Its identifier names the time at which it was due, so that it is carried out once for that
  /// time, whoever publishes it how often.
  package static func commands(
    _ store: any RideStore, _ now: Instant
  ) throws(StoreError) -> [Publication] {
    try store.dueRides(at: now, limit: limit).map { due in
      .rideDue(
        RideDue(rideIdentifier: due.rideIdentifier),
        messageIdentifier: "\(due.rideIdentifier)/due/\(due.dueAt.microseconds)")
    }
  }
}
