import Metrics

/// Which build of which worker a process is.
struct BuildSamples: MetricSource {
  private let worker: String
  private let commit: String
  /// OpenTelemetry's `service.instance.id`: a random UUID, as on the traces of the process.
  private let instance: String

  init(_ definition: WorkerDefinition, instance: String) {
    worker = definition.name
    commit = definition.commit
    self.instance = instance
  }

  func addSamples(to samples: inout MetricSamples) {
    samples.set(.build, [MetricSample(1, labels: [Version.number, commit, worker])])
    samples.set(
      .target, [MetricSample(1, labels: [worker, "livery", Version.number, instance])])
  }
}
