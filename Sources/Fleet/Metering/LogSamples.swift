/// What a log has lost, as a number.
struct LogSamples: MetricSource {
  let counters: LogCounters

  func addSamples(to samples: inout MetricSamples) {
    samples.set(.logLinesDropped, Double(counters.linesDropped))
  }
}
