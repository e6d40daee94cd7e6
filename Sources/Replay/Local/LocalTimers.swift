import Fleet
import Messages
import RideHandlers
import RideStore
package import Rides
import Synchronization

/// What the tickers of a fleet publish as time passes, in the time of a recording.
///
/// There may be hours between two messages: instead of a tick every half second there is one when
/// the store has a due command.
struct LocalTimers {
  /// The pause between two ticks of a worker, in microseconds.
  private static let pause: Int64 = 500_000

  private var rides = SentCommands()
  private var updates = SentCommands()
  private var last = Instant(microseconds: .min / 2)

  /// The commands of the next tick that has any, at a moment up to `end`; nil when there is none.
  mutating func next(
    _ store: any RideStore, until end: Instant
  ) throws(StoreError) -> (at: Instant, commands: [Publication])? {
    while let due = try Self.firstDue(store, until: end) {
      let at = max(due, Instant(microseconds: last.microseconds + Self.pause))
      guard at <= end else { return nil }
      last = at
      let due = try store.transaction(.read) { () throws(StoreError) in
        (rides: try DispatchTick.commands(store, at), updates: try UpdatesTick.commands(store, at))
      }
      let commands = rides.new(due.rides, at: at) + updates.new(due.updates, at: at)
      // A recently sent command that is still due is repeated after some seconds.
      if !commands.isEmpty { return (at, commands) }
    }
    return nil
  }

  private static func firstDue(
    _ store: any RideStore, until end: Instant
  ) throws(StoreError) -> Instant? {
    try store.transaction(.read) { () throws(StoreError) in
      let ride = try store.dueRides(at: end, limit: 1).first?.dueAt
      let update = try store.dueSubscriptions(at: end, limit: 1).first?.dueAt
      return [ride, update].compactMap(\.self).min()
    }
  }
}

extension SentCommands {
  /// The commands that were not sent lately, which are sent now.
  fileprivate mutating func new(_ commands: [Publication], at now: Instant) -> [Publication] {
    let new = due(commands, at: now)
    record(new, at: now)
    return new
  }
}

/// The snapshots that workers read from the store each second, in the time of a recording.
struct LocalSnapshots {
  let cache = SupplyCache()
  let obligations = ObligationCache()
  private var roster = VehicleRoster()
  private var takenAt: Instant?
  private var postedVersion: Int?

  /// Takes new snapshots if a second has passed since the last ones.
  mutating func refresh(_ store: any RideStore, at now: Instant) throws(StoreError) {
    if let takenAt, now < takenAt.advanced(bySeconds: 1) { return }
    takenAt = now
    let owed = try store.transaction(.read) { () throws(StoreError) in
      let owed = try store.obligations(limit: 100_000)
      try store.refresh(&roster, at: now)
      return owed
    }
    obligations.post(owed, at: now)
    cache.post(
      postedVersion == roster.version
        ? Supply(takenAt: now, like: cache.supply) : Supply(takenAt: now, roster: roster))
    postedVersion = roster.version
  }
}

/// The clock of a replay, which only moves when it is set.
package final class LocalClock: Sendable {
  private let microseconds: Atomic<Int64>

  /// A clock that is set to a moment.
  package init(_ start: Instant) { microseconds = Atomic(start.microseconds) }

  /// The moment to which it is set.
  package var now: Instant { Instant(microseconds: microseconds.load(ordering: .relaxed)) }

  /// Sets the clock, never back.
  func advance(to instant: Instant) {
    if instant > now { microseconds.store(instant.microseconds, ordering: .relaxed) }
  }
}
