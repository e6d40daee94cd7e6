import JSON
import Rides

/// Compares two values that are not both arrays or both objects.
extension PairContext {
  func compare(_ ours: JSONValue, _ other: JSONValue, at place: PairedWalk.Place) -> ValueResult {
    if case .string(let text) = ours, case .string(let otherText) = other {
      return compareTexts(text, otherText, at: place)
    }
    if ours == other { return .same }
    // A database keeps no sign of a zero, and a store in memory does.
    if let number = ours.number, number == other.number { return .same }
    return compareNumbers(ours, other, at: place)
      ?? .differs(difference(ours, other, at: place, .init(of: ours, other, at: place, in: kind)))
  }

  private var kind: ReplayOutput.Kind { expected.kind }

  private func compareTexts(
    _ ours: String, _ other: String, at place: PairedWalk.Place
  ) -> ValueResult {
    if let rule = identifierRules[place.path.member] {
      return compareIdentifiers(ours, other, at: place, rule)
    }
    if let result = compareTimes(ours, other, at: place) { return result }
    if ours.hasSameBytes(as: other) { return .same }
    let (value, otherValue) = (JSONValue.string(ours), JSONValue.string(other))
    if let result = compareNumbers(value, otherValue, at: place) { return result }
    if expected.base != actual.base || !identifiers.isIdentity,
      let uses = compareParts(ours, other, composedOf: nil)
    {
      return .allowed(uses)
    }
    let about = Difference.Class(of: value, otherValue, at: place, in: kind)
    return .differs(difference(value, otherValue, at: place, about))
  }

  private func compareIdentifiers(
    _ ours: String, _ other: String, at place: PairedWalk.Place, _ rule: IdentifierRule
  ) -> ValueResult {
    if rule.form == .composed {
      if let uses = compareParts(ours, other, composedOf: rule) {
        return uses.isEmpty ? .same : .allowed(uses)
      }
    } else {
      let identifier = SpacedIdentifier(space: rule.space, text: ours)
      let known = rule.scope == .output ? ownIdentifiers : identifiers
      switch known.relation(identifier, other) {
      case .same: return .same
      case .renamed where rule.scope == .output: return .allowed([.renamed(rule.member)])
      case .renamed: return .renamed(identifier, member: rule.member)
      case .conflict: break
      }
    }
    return .differs(difference(.string(ours), .string(other), at: place, .identifier))
  }

  /// Nil without a tolerance, and for what is no number.
  private func compareNumbers(
    _ ours: JSONValue, _ other: JSONValue, at place: PairedWalk.Place
  ) -> ValueResult? {
    guard let rule = rules.tolerance(at: place.path), let from = DecimalNumber(ours),
      let to = DecimalNumber(other), (to - from).magnitude <= rule.atMost
    else { return nil }
    return .allowed([.tolerance(rule.path.description)])
  }
}
