import RideStore
import Rides

/// Deletes old outcomes and dead letters from the store.
///
/// A failure keeps no worker from its work. It is logged once for each reason, counted and shown
/// apart, and tried again.
package struct Housekeeping {
  /// How long outcomes are kept at least: longer than any queue keeps a message.
  package static let retentionDays = 7
  /// The most rows that one transaction deletes, so that lanes do not wait for it.
  static let pruneLimit = 1_000
  /// The seconds from one pruning to the next, and after one that failed.
  static let (pause, pauseAfterFailure) = (600, 60)

  private let log: Log
  private let afterSeconds: Int
  private let deadLetterDays: Int
  private let meter: HousekeepingMeter
  /// Nil before the first turn.
  private var next: Instant?
  /// What went wrong the last time.
  private var complaint: String?
  /// Since when it has failed, and how often.
  private(set) var failures: HousekeepingFailures?

  /// The seconds from the first turn to the first housekeeping.
  package init(
    afterSeconds: Int = 60, deadLetterDays: Int = 30, log: Log,
    meter: HousekeepingMeter = HousekeepingMeter()
  ) {
    self.meter = meter
    self.deadLetterDays = deadLetterDays
    self.afterSeconds = afterSeconds
    self.log = log
  }

  /// Deletes expired rows; a session without a connection opens a new one.
  mutating func run(_ store: any RideStore, at now: Instant) {
    let due = next ?? now.advanced(bySeconds: afterSeconds)
    next = due
    guard now >= due else { return }
    do throws(StoreError) {
      let outcomes = try store.transaction(.write) { () throws(StoreError) in
        try store.pruneOutcomes(
          olderThanDays: Self.retentionDays, at: now, limit: Self.pruneLimit)
      }
      meter.outcomes.add(outcomes)
      if outcomes > 0 { log.info(.outcomesPruned, [.count: .int(outcomes)]) }
      let letters = try store.transaction(.write) { () throws(StoreError) in
        try store.pruneDeadLetters(olderThanDays: deadLetterDays, at: now, limit: Self.pruneLimit)
      }
      meter.deadLetters.add(letters)
      if letters > 0 { log.info(.deadLettersPruned, [.count: .int(letters)]) }
      // A full portion means that more are waiting.
      let isFull = outcomes == Self.pruneLimit || letters == Self.pruneLimit
      next = now.advanced(bySeconds: isFull ? 1 : Self.pause)
      meter.succeeded(at: now)
      recover()
    } catch {
      next = now.advanced(bySeconds: Self.pauseAfterFailure)
      fail(error, at: now)
    }
  }

  private mutating func fail(_ error: StoreError, at now: Instant) {
    meter.failures.add()
    failures = HousekeepingFailures(
      since: failures?.since ?? now.rfc3339, count: (failures?.count ?? 0) + 1)
    if complaint != "\(error)" {
      log.error(
        .housekeepingFailed,
        [.error: .string("\(error)"), .count: .int(failures?.count ?? 0)])
    }
    complaint = "\(error)"
  }

  private mutating func recover() {
    guard let failures else { return }
    log.info(.housekeepingRecovered, [.count: .int(failures.count)])
    self.failures = nil
    complaint = nil
  }
}

/// The counters of a worker's housekeeping.
package final class HousekeepingMeter: MetricSource {
  let outcomes = Counter()
  let deadLetters = Counter()
  let failures = Counter()
  /// In microseconds since 1970; the start until the first success.
  private let lastSuccess = Gauge(Int(WallClock.now().microseconds))

  package init() {}

  /// Records that everything that was due is done.
  func succeeded(at now: Instant) { lastSuccess.value = Int(now.microseconds) }

  package func addSamples(to samples: inout MetricSamples) {
    samples.set(
      .deletedRows, [("outcomes", outcomes.value), ("dead_letters", deadLetters.value)])
    samples.set(.housekeepingFailures, Double(failures.value))
    samples.set(.housekeepingSuccess, Double(lastSuccess.value) / 1_000_000)
  }
}
