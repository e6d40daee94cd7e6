/// A span of party sizes, inclusive at both ends; an absent maximum is open up to the vehicle's
/// capacity.
package struct PartySizeRange: Hashable, Sendable {
  package let minimum: Int
  package let maximum: Int?

  /// Nil unless 1 ≤ minimum ≤ maximum.
  package init?(minimum: Int, maximum: Int?) {
    guard minimum >= 1, maximum.map({ $0 >= minimum }) ?? true else { return nil }
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether a party of that size belongs to the span.
  package func contains(_ partySize: Int) -> Bool {
    partySize >= minimum && maximum.map { partySize <= $0 } ?? true
  }
}
