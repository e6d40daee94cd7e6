/// What the console counts and `/metrics` reads.
package final class ConsoleMeter: Sendable {
  /// The statuses that are counted; another one counts as 500.
  private static let statuses = [
    200, 204, 304, 400, 401, 403, 404, 409, 413, 429, 500, 503,
  ]

  private let counts = Dictionary(uniqueKeysWithValues: statuses.map { ($0, Counter()) })
  private let health: FleetHealth
  private let log: LogCounters
  private let process = ProcessSamples()
  private let build: BuildSamples

  /// `worker` is the name of the program, `commit` what it was built from.
  package init(worker: String, commit: String, health: FleetHealth, log: LogCounters) {
    (self.health, self.log) = (health, log)
    build = BuildSamples(
      worker: worker, commit: commit, instance: TraceResource.randomUUID())
  }

  /// Counts an answered request.
  package func count(status: Int) { (counts[status] ?? counts[500])?.add() }

  /// The text that Prometheus reads.
  package var text: String {
    var samples = MetricSamples()
    samples.set(
      .consoleRequests,
      counts.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value.value) })
    samples.set(.ready, health.answers().readiness.isReady ? 1 : 0)
    samples.set(.storeAvailable, health.storeIsAvailable ? 1 : 0)
    samples.set(.logLinesDropped, Double(log.linesDropped))
    process.addSamples(to: &samples)
    build.addSamples(to: &samples)
    return samples.text
  }
}
