package import Messages
package import RideStore
package import Rides

/// What the status worker asks for as time passes.
package enum UpdatesTick {
  /// The most observers that one tick looks after; the most overdue are first, so none is
  /// forgotten.
  static let limit = 500

  /// A `ride.updates-due` for each observer who is to be told where the ride stands.
  ///
  /// Its identifier names the time at which it was due; of several that are carried out, the first
  /// moves that time on.
  package static func commands(
    _ store: any RideStore, _ now: Instant
  ) throws(StoreError) -> [Publication] {
    try store.dueSubscriptions(at: now, limit: limit).map { due in
      .updatesDue(
        due.key.due,
        messageIdentifier:
          "\(due.key.rideIdentifier)/updates-due/\(due.key.observer)/\(due.dueAt.microseconds)")
    }
  }
}
