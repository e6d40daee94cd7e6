/// The samples of one scrape, by family.
package struct MetricSamples: Sendable {
  private var samples: [MetricFamily: [MetricSample]] = [:]

  package init() {}

  /// Sets the samples of a family of the table.
  package mutating func set(_ family: MetricFamily, _ samples: [MetricSample]) {
    self.samples[family] = samples
  }

  /// Sets the one sample of a family without labels.
  package mutating func set(_ family: MetricFamily, _ value: Double) {
    samples[family] = [MetricSample(value)]
  }

  /// Sets the samples of a family with one label.
  mutating func set(_ family: MetricFamily, _ counts: some Sequence<(String, UInt64)>) {
    samples[family] = counts.map { MetricSample(Double($0.1), labels: [$0.0]) }
  }

  /// The text that Prometheus reads, in the order of the table.
  package var text: String {
    let unknown = Set(samples.keys).subtracting(MetricTable.all)
    precondition(unknown.isEmpty, "not in the table of metrics: \(unknown.map(\.name))")
    var text = MetricText()
    for family in MetricTable.all { text.add(family, samples[family] ?? []) }
    return text.text
  }
}

/// A part of a worker that has metrics.
package protocol MetricSource: Sendable {
  /// Adds its samples; called on the thread of the probes, at each scrape.
  func addSamples(to samples: inout MetricSamples)
}
