import Metrics
import Rides

/// What a worker's housekeeping has done.
package final class HousekeepingMeter: MetricSource {
  let outcomes = Counter()
  let deadLetters = Counter()
  let failures = Counter()
  /// In microseconds since 1970; the start until the first success.
  private let lastSuccess = Gauge(Int(WallClock.now().microseconds))

  package init() {}

  /// Notes that all that was due is done.
  func succeeded(at now: Instant) { lastSuccess.value = Int(now.microseconds) }

  package func addSamples(to samples: inout MetricSamples) {
    samples.set(
      .deletedRows, [("outcomes", outcomes.value), ("dead_letters", deadLetters.value)])
    samples.set(.housekeepingFailures, Double(failures.value))
    samples.set(.housekeepingSuccess, Double(lastSuccess.value) / 1_000_000)
  }
}
