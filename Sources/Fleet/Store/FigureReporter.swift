import RideStore
import Rides
import Synchronization

/// Reads the figures of the fleet every ten seconds while this worker holds their lease: one worker
/// at a time reports them, and another follows when that worker ends.
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
  /// A failure keeps no worker from its work; it is logged once for each reason.
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

/// The figures of the fleet, where this worker is the one that reports them.
final class FigureCache: MetricSource {
  /// What was read last; nil where another worker reports.
  private let latest = Mutex<Latest?>(nil)

  private struct Latest {
    let figures: FleetFigures
    let takenAt: Instant
    let postedAt: ContinuousClock.Instant
  }

  /// Shows new figures, for as long as the lease to report them lasts.
  ///
  /// After that another worker may report. Without the store there are no new figures, and old
  /// figures would look as if the fleet stood still.
  func post(
    _ figures: FleetFigures, at now: Instant, postedAt: ContinuousClock.Instant = .now
  ) {
    latest.withLock { $0 = Latest(figures: figures, takenAt: now, postedAt: postedAt) }
  }

  /// Shows none: another worker reports, or the figures are unknown.
  func clear() { latest.withLock { $0 = nil } }

  func addSamples(to samples: inout MetricSamples) {
    let oldest = ContinuousClock.now - .seconds(FigureReporter.leaseSeconds)
    let latest = latest.withLock { $0.flatMap { $0.postedAt > oldest ? $0 : nil } }
    samples.set(.fleetReporter, latest == nil ? 0 : 1)
    guard let latest else { return }
    let figures = latest.figures
    let age = { (tally: FleetFigures.Tally) in
      max(0, tally.oldest?.seconds(to: latest.takenAt) ?? 0)
    }
    // Every phase, state and kind from the start: an absent one would look unknown.
    let phases = RidePhase.allCases.filter { $0 != .completed }
      .map { ($0.rawValue, figures.phases[$0] ?? FleetFigures.Tally()) }
    samples.set(.rides, phases.map { MetricSample(Double($1.count), labels: [$0]) })
    samples.set(.longestPhase, phases.map { MetricSample(age($1), labels: [$0]) })
    samples.set(.ridesWaiting, Double(figures.waiting.count))
    samples.set(.longestWait, age(figures.waiting))
    samples.set(.observers, Double(figures.subscriptions))
    let payments = OpenPayment.Kind.allCases.flatMap { kind in
      OpenPayment.State.allCases.map { state in
        let tally = figures.payments[FleetFigures.PaymentGroup(kind, state)]
        return (labels: [kind.rawValue, state.rawValue], tally: tally ?? FleetFigures.Tally())
      }
    }
    samples.set(.charges, payments.map { MetricSample(Double($0.tally.count), labels: $0.labels) })
    samples.set(.oldestCharge, payments.map { MetricSample(age($0.tally), labels: $0.labels) })
    samples.set(
      .storedDeadLetters,
      DeadLetterRecord.State.allCases.map { state in
        MetricSample(Double(figures.deadLetters[state]?.count ?? 0), labels: [state.rawValue])
      })
  }
}
