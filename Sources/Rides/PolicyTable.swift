/// The policies of one object of a catalogue: its numbers and truths have one row each, by which
/// they are read and inspected; their defaults are the values of the properties.
package protocol PolicyTable: Sendable {
  static var rows: [PolicyRow<Self>] { get }
}

/// One key of a policy: where its value is kept, and what it may be.
package struct PolicyRow<Policy: Sendable>: Sendable {
  /// Where the value is.
  package enum Place: Sendable {
    case number(any WritableKeyPath<Policy, Int> & Sendable, ClosedRange<Int>)
    case truth(any WritableKeyPath<Policy, Bool> & Sendable)
  }

  package let key: String
  package let place: Place
  /// Whether a catalogue has to say it: then there is no default.
  package let isNeeded: Bool

  /// A number and its limits.
  static func number(
    _ key: String, _ path: any WritableKeyPath<Policy, Int> & Sendable, _ range: ClosedRange<Int>,
    isNeeded: Bool = false
  ) -> PolicyRow {
    PolicyRow(key: key, place: .number(path, range), isNeeded: isNeeded)
  }

  /// A truth.
  static func truth(_ key: String, _ path: any WritableKeyPath<Policy, Bool> & Sendable)
    -> PolicyRow
  {
    PolicyRow(key: key, place: .truth(path), isNeeded: false)
  }
}
