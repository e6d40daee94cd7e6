/// Why an amount is not one: what was expected and what came.
///
/// Trying again cannot help.
package struct MoneyError: Error, Hashable, Sendable {
  /// The closed list of what can be wrong with an amount.
  package enum Reason: Hashable, Sendable {
    /// The text is not a plain decimal number: a sign, digits, and perhaps a point between digits.
    case notDecimal
    /// The text has more digits after the point than the currency.
    case surplusDigits
    /// Two amounts that meet are of different currencies (rule M8).
    case otherCurrency
    /// The amount is beyond `Money.limit`.
    case outOfRange
    /// Sums that have to be equal are not.
    case doesNotReconcile
  }

  package let reason: Reason
  package let expected: String
  package let came: String

  package init(_ reason: Reason, expected: String, came: String) {
    self.reason = reason
    self.expected = expected
    self.came = came
  }
}

extension MoneyError: CustomStringConvertible {
  package var description: String { "expected \(expected), came \(came)" }
}
