/// An output that a report shows by itself.
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
