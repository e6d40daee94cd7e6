import Fleet
import Messages
import RideHandlers
import RideStore
import Rides

/// What the tickers of a fleet publish as time passes, in the time of a recording.
///
/// Between two messages may lie a night: instead of a tick every half second there is one when the
/// store has something due.
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
      // What was sent lately and is still due is asked for again after some seconds.
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
