import RideStore
import Rides

/// Reads the figures of the fleet every ten seconds, where this worker holds the lease for it: so
/// one worker at a time reports them, and another takes over when it ends.
package struct FigureReporter {
  /// The seconds from one reading to the next, and for how many a reading holds the lease.
  static let (pause, leaseSeconds) = (10, 30)

  private var lease: TaskLease
  private let cache: FigureCache
  private let log: Log
  /// Nil before the first turn.
  private var next: Instant?
  /// What went wrong the last time.
  private var complaint: String?

  /// `holder` names the process among all of the fleet.
  init(holder: String, cache: FigureCache, log: Log) {
    lease = TaskLease("figures", holder: holder, seconds: Self.leaseSeconds)
    self.cache = cache
    self.log = log
  }

  /// Reads what is due.
  ///
  /// That it fails keeps no worker from its work; it is logged once for each reason.
  mutating func run(_ store: any RideStore, at now: Instant) {
    guard now >= next ?? now else { return }
    next = now.advanced(bySeconds: Self.pause)
    do throws(StoreError) {
      let isHeld = try lease.isHeld(in: store, at: now)
      complaint = nil
      guard isHeld else { return cache.clear() }
      let figures = try store.transaction(.read) { () throws(StoreError) in
        try store.fleetFigures(at: now)
      }
      cache.post(figures, at: now)
    } catch {
      cache.clear()
      if complaint != "\(error)" { log.warning(.figuresFailed, [.error: .string("\(error)")]) }
      complaint = "\(error)"
    }
  }

  /// Gives up the lease, so that another worker reports at once.
  mutating func end(_ store: any RideStore, at now: Instant) {
    cache.clear()
    lease.giveUp(in: store, at: now)
  }
}
