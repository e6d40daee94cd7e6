/// Metrics in Prometheus' text format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
package struct MetricText: Sendable {
  /// The media type of the text.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// The text so far.
  package private(set) var text = ""

  package init() {}

  /// Adds a family with its samples; a family without samples is left out.
  package mutating func add(_ family: MetricFamily, _ samples: [MetricSample]) {
    guard !samples.isEmpty else { return }
    text += "# HELP \(family.name) \(Self.escaped(family.help, quotes: false))\n"
    text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
    for sample in samples {
      precondition(
        sample.labels.count == family.labels.count, "\(family.name) has a value for each label")
      let labels = zip(family.labels, sample.labels).map { ($0, $1) }
      switch sample.value {
      case .number(let number): line(family.name, labels, number)
      case .histogram(let histogram): add(histogram, family.name, labels)
      }
    }
  }

  private mutating func add(
    _ histogram: HistogramSnapshot, _ name: String, _ labels: [(String, String)]
  ) {
    var total: UInt64 = 0
    for (count, bound) in zip(histogram.counts, histogram.bounds + [.infinity]) {
      total += count
      line("\(name)_bucket", labels + [("le", Self.text(bound))], Double(total))
    }
    line("\(name)_sum", labels, histogram.sum)
    line("\(name)_count", labels, Double(total))
  }

  private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }
      text += "{\(pairs.joined(separator: ","))}"
    }
    text += " \(Self.text(value))\n"
  }

  /// A number as Prometheus reads it; whole numbers without a fraction.
  static func text(_ value: Double) -> String {
    if value == .infinity { return "+Inf" }
    if value == -.infinity { return "-Inf" }
    if value.isNaN { return "NaN" }
    return Int64(exactly: value).map(String.init) ?? "\(value)"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\"" where quotes: result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// What is known of a metric apart from its values: a row of a table, and the head of its samples.
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
