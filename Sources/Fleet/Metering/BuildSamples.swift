import Glibc
import Metrics

/// Which build of which worker a process is.
struct BuildSamples: MetricSource {
  private let worker: String
  private let commit: String
  /// A random UUID (RFC 9562, version 4), as OpenTelemetry recommends for `service.instance.id`.
  let instance: String

  init(_ definition: WorkerDefinition) {
    worker = definition.name
    commit = definition.commit
    var digits = (0..<32).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }
    digits[12] = "4"
    digits[16] = String(UInt8.random(in: 8..<12), radix: 16)
    let ends = [8, 12, 16, 20, 32]
    instance = zip([0] + ends, ends).map { digits[$0..<$1].joined() }.joined(separator: "-")
  }

  func addSamples(to samples: inout MetricSamples) {
    samples.set(.build, [MetricSample(1, labels: [Version.number, commit, worker])])
    samples.set(
      .target, [MetricSample(1, labels: [worker, "livery", Version.number, instance])])
  }
}
