/// How an output compares with the expected one.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
  case equal
  /// Equal after differences that the rules allow.
  case equalByRule
  case different
  /// Expected, and never met.
  case missing
  /// Met, and never expected.
  case unexpected
}

/// How many outputs there are of each verdict.
package struct VerdictCounts: Hashable, Sendable {
  /// Without those that are zero.
  private var counts: [Verdict: Int] = [:]

  package init() {}

  /// How many outputs have a verdict.
  package subscript(verdict: Verdict) -> Int {
    get { counts[verdict] ?? 0 }
    set { counts[verdict] = newValue == 0 ? nil : newValue }
  }

  /// All outputs; one that was expected and met counts once.
  package var total: Int { counts.values.reduce(0, +) }

  static func += (left: inout Self, right: Self) {
    for (verdict, count) in right.counts { left[verdict] += count }
  }
}

/// An output that a report shows in full.
package struct DifferingOutput: Hashable, Sendable {
  /// How many differences of one output are shown.
  static let differenceLimit = 20

  package let type: OutputType
  package let key: String
  package let cause: Int?
  package let verdict: Verdict
  package let differences: [Difference]
  /// How many more there are.
  package let furtherDifferences: Int

  init(_ output: ReplayOutput, _ verdict: Verdict, _ differences: [Difference]) {
    type = output.type
    key = ValueText.clipped(output.key)
    cause = output.cause
    self.verdict = verdict
    self.differences = Array(differences.prefix(Self.differenceLimit))
    furtherDifferences = max(0, differences.count - Self.differenceLimit)
  }
}
