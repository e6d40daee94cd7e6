import JSON
import Rides

/// Two outputs that have met, and what the comparison of their values depends on.
struct PairContext {
  let expected: ReplayOutput
  let actual: ReplayOutput
  let rules: ComparisonRules
  /// The rules of the members that hold identifiers in outputs of this kind, by their names.
  let identifierRules: [String: IdentifierRule]
  /// What is known of the whole replay.
  let identifiers: IdentifierMap
  /// What is known of identifiers that mean something within these two outputs only.
  var ownIdentifiers = IdentifierMap()

  /// The difference of two values.
  func difference(
    _ ours: JSONValue, _ other: JSONValue, at place: PairedWalk.Place, _ kind: Difference.Class
  ) -> Difference {
    let change: DecimalNumber? =
      if let from = DecimalNumber(ours), let to = DecimalNumber(other) { to - from } else { nil }
    return difference(ValueText.of(ours), ValueText.of(other), at: place, kind, change)
  }

  /// The difference of two values that are texts already, or of one that has no counterpart.
  func difference(
    _ ours: String?, _ other: String?, at place: PairedWalk.Place, _ kind: Difference.Class,
    _ change: DecimalNumber? = nil
  ) -> Difference {
    Difference(
      kind: expected.kind, label: expected.label,
      path: ValueText.clipped(place.path.shape, to: 400),
      element: place.elements.isEmpty ? nil : place.elements.joined(separator: ", "),
      expected: ours, actual: other, class: kind, cause: expected.cause, change: change)
  }
}

/// How two values compare.
enum ValueResult {
  case same
  /// Not the same, and allowed by rules.
  case allowed([RuleUse])
  /// Another name of an identifier.
  case renamed(SpacedIdentifier, member: String)
  case differs(Difference)
}
