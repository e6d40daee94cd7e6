/// Differences of the same shape, of elements of the same name.
package struct DifferenceGroup: Hashable, Sendable {
  /// Two values in which outputs differ.
  package struct Example: Hashable, Sendable {
    package let expected: String?
    package let actual: String?
  }

  /// What the differences of a group have in common.
  struct Key: Hashable {
    let shape: NoiseShape
    let element: String?

    init(_ difference: Difference) {
      shape = NoiseShape(difference)
      element = difference.elementGroup
    }
  }

  static let exampleLimit = 3

  package let shape: NoiseShape
  /// The names of the elements in the language of the first difference.
  package private(set) var element: String?
  package private(set) var count = 0
  /// Different examples, in the order of their arrival.
  package private(set) var examples: [Example] = []
  /// Whether all differences have the values of the one example.
  package private(set) var isUniform = true
  /// The least and the greatest change; nil unless each difference is one of numbers or instants.
  package private(set) var changes: ClosedRange<DecimalNumber>?
  /// The places of the samples in the report that show such a difference.
  package private(set) var samples: [Int] = []

  init(_ key: Key) {
    shape = key.shape
  }

  /// Whether it is of whole outputs.
  package var isOfWholeOutputs: Bool {
    shape.path.isEmpty && (shape.class == .missing || shape.class == .extra)
  }

  mutating func add(_ difference: Difference, times: Int = 1) {
    if count == 0 {
      element = difference.element
      changes = difference.change.map { $0...$0 }
    } else if let change = difference.change, let known = changes {
      changes = min(known.lowerBound, change)...max(known.upperBound, change)
    } else {
      changes = nil
    }
    count += times
    let example = Example(expected: difference.expected, actual: difference.actual)
    if examples.contains(example) { return }
    isUniform = examples.isEmpty
    if examples.count < Self.exampleLimit { examples.append(example) }
  }

  mutating func addSample(_ place: Int) {
    if samples.last != place { samples.append(place) }
  }
}

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
