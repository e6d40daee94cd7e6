import Metrics
import Tracing

/// How many spans were exported, and how many dropped.
struct TraceSamples: MetricSource {
  /// Nil while traces are off.
  let counts: SpanCounts?

  func addSamples(to samples: inout MetricSamples) {
    guard let counts else { return }
    samples.set(.spansExported, Double(counts.exported))
    samples.set(.spansDropped, Double(counts.dropped))
  }
}
