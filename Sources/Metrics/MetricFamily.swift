/// What is known of a metric beside its values: a row of a table, and the head of its samples.
package struct MetricFamily: Hashable, Sendable {
  /// The kinds of Prometheus' text format that are in use.
  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  /// As in `livery_requests_total`.
  package var name: String
  package var kind: Kind
  /// The names of the labels, in the order in which they are written; `le` goes without saying.
  package var labels: [String]
  /// One sentence, with the unit where the name has none.
  package var help: String

  package init(_ name: String, _ kind: Kind, labels: [String] = [], help: String) {
    self.name = name
    self.kind = kind
    self.labels = labels
    self.help = help
  }
}

/// A value of a metric for one set of labels.
package struct MetricSample: Hashable, Sendable {
  /// What was measured.
  package enum Value: Hashable, Sendable {
    case number(Double)
    case histogram(HistogramSnapshot)
  }

  /// The values of the family's labels, in its order.
  package var labels: [String]
  package var value: Value

  package init(_ value: Double, labels: [String] = []) {
    self.labels = labels
    self.value = .number(value)
  }

  package init(_ histogram: HistogramSnapshot, labels: [String] = []) {
    self.labels = labels
    value = .histogram(histogram)
  }
}
