/// One value in which an output differs from the expected one; or a whole output that is missing or
/// unexpected, whose path is empty.
package struct Difference: Hashable, Sendable {
  /// What a difference is about.
  package enum Class: String, Sendable, CaseIterable {
    case price, phase, money, wording, time, identifier, missing, extra, other
  }

  package let kind: ReplayOutput.Kind
  /// The type of the output.
  package let label: String
  /// The path of the value, `[]` for each element of an array.
  package let path: String
  /// The names of the array elements in which the value lies, such as `SUV`.
  package let element: String?
  /// The value as reports show it: clipped, an instant as its distance from the request.
  package let expected: String?
  package let actual: String?
  package let `class`: Class
  package let cause: Int?
  /// The change of a number in its own unit, of an instant in seconds.
  package let change: DecimalNumber?

  /// Whether it is a whole output.
  package var isWholeOutput: Bool {
    path.isEmpty && (self.class == .missing || self.class == .extra)
  }
}
