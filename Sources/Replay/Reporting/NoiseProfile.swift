/// The kind of a difference, without its values.
package struct NoiseShape: Hashable, Sendable {
  package let type: OutputType
  package let path: String
  package let `class`: Difference.Class

  init(_ difference: Difference) {
    type = OutputType(kind: difference.kind, label: difference.label)
    path = difference.path
    self.class = difference.class
  }
}

/// What differs between two replays of one build, with the share of outputs in which it does.
package struct NoiseProfile: Hashable, Sendable {
  /// By shape, the share of the outputs of its type, above 0 and at most 1.
  package private(set) var shares: [NoiseShape: Double] = [:]

  /// A profile without noise.
  package init() {}

  /// Learns the profile from a comparison of two replays of one build.
  package init(learnedFrom report: ComparisonReport) {
    shares = report.shares
  }

  /// Whether a shape appears far more often than between two replays of one build: in more than
  /// twice as many outputs, and in one of a hundred more.
  func isExceeded(by share: Double, of shape: NoiseShape) -> Bool {
    guard let known = shares[shape] else { return true }
    return share > 2 * known + 0.01
  }
}

/// Differences of one shape that count as noise.
package struct NoiseFinding: Hashable, Sendable {
  package let shape: NoiseShape
  package let differences: Int
  package let outputs: Int
  /// The share of the outputs of the type, now and between two replays of one build.
  package let share: Double
  package let knownShare: Double
  /// Whether there is far more of it than between two replays of one build: then it is none.
  package let isExceeded: Bool
}
