package import Messages
package import RideStore
package import Rides
import Synchronization

/// The commands that the dispatch worker publishes as time passes.
package enum DispatchTick {
  /// The greatest number of rides in one tick; the most overdue come first, so none is missed.
  fileprivate static let limit = 500

  /// A `ride.due` for each ride that is due.
  ///
  /// Its identifier contains the due time, so it has one effect for that time, however many workers
  /// publish it.
  package static func commands(
    _ store: any RideStore, _ now: Instant
  ) throws(StoreError) -> [Publication] {
    try store.dueRides(at: now, limit: limit).map { command($0.rideIdentifier, $0.dueAt) }
  }

  fileprivate static func command(_ ride: RideIdentifier, _ dueAt: Instant) -> Publication {
    .rideDue(
      RideDue(rideIdentifier: ride), messageIdentifier: "\(ride)/due/\(dueAt.microseconds)")
  }
}

/// The timers of a dispatch worker: the commands of `DispatchTick`, and those for the rides under
/// way that an earlier build has left without a deadline.
///
/// No index has these rides, so they are searched for once an hour, a page at each tick. The ride
/// then plans its deadline itself, as any other.
package final class DispatchTimers: Sendable {
  private struct Search {
    var after: PageCursor<RideIdentifier>?
    var nextAt: Instant?
  }

  private static let pauseSeconds = 3_600
  private let search = Mutex(Search())

  package init() {}

  /// The commands that are due.
  package func commands(
    _ store: any RideStore, _ now: Instant
  ) throws(StoreError) -> [Publication] {
    try DispatchTick.commands(store, now) + unplanned(store, now)
  }

  private func unplanned(
    _ store: any RideStore, _ now: Instant
  ) throws(StoreError) -> [Publication] {
    let search = search.withLock { $0 }
    guard search.nextAt.map({ $0 <= now }) ?? true else { return [] }
    let rides = try store.rides(
      matching: RideFilter(
        phases: [.pickup, .ongoing], after: search.after, limit: DispatchTick.limit))
    let last = rides.count < DispatchTick.limit ? nil : rides.last?.cursor
    let next = last == nil ? now.advanced(bySeconds: Self.pauseSeconds) : nil
    self.search.withLock { $0 = Search(after: last, nextAt: next) }
    return rides.filter { $0.dueAt == nil }
      .map { DispatchTick.command($0.rideIdentifier, $0.updatedAt) }
  }
}
