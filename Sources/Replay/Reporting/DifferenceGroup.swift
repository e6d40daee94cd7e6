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
      element = difference.element
    }
  }

  static let exampleLimit = 3

  package let shape: NoiseShape
  package let element: String?
  package private(set) var count = 0
  /// Different examples, in the order in which they came.
  package private(set) var examples: [Example] = []
  /// Whether all differences have the values of the one example.
  package private(set) var isUniform = true
  /// The least and the greatest change; nil unless each difference is one of numbers or instants.
  package private(set) var changes: ClosedRange<DecimalNumber>?
  /// The places of the samples in the report that show such a difference.
  package private(set) var samples: [Int] = []

  init(_ key: Key) {
    shape = key.shape
    element = key.element
  }

  /// Whether it is of whole outputs.
  package var isOfWholeOutputs: Bool {
    shape.path.isEmpty && (shape.class == .missing || shape.class == .extra)
  }

  mutating func add(_ difference: Difference, times: Int = 1) {
    if count == 0 {
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
