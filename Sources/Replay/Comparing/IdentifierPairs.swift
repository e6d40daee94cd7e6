import JSON
import Rides

/// The identifiers that stand at the same places of two bodies, from which new names are learned.
struct IdentifierPairs {
  struct Pair {
    let identifier: SpacedIdentifier
    let actual: String
    let place: PairedWalk.Place
    let scope: IdentifierRule.Scope
  }

  private(set) var pairs: [Pair] = []
  private var expected: Set<SpacedIdentifier> = []
  private var actual: Set<SpacedIdentifier> = []

  init(_ findings: [BodyPair.Finding], _ rules: [String: IdentifierRule]) {
    for finding in findings {
      guard case .values(.string(let text), .string(let otherText)) = finding.what,
        let rule = rules[finding.place.path.member], rule.form == .whole
      else { continue }
      pairs.append(
        Pair(
          identifier: SpacedIdentifier(space: rule.space, text: text), actual: otherText,
          place: finding.place, scope: rule.scope))
    }
    // Members come in any order; what a report shows must not depend on it.
    if pairs.contains(where: { !$0.identifier.text.hasSameBytes(as: $0.actual) }) {
      pairs.sort { $0.place.path.shape < $1.place.path.shape }
    }
    expected = Set(pairs.map(\.identifier))
    actual = Set(pairs.map { SpacedIdentifier(space: $0.identifier.space, text: $0.actual) })
  }

  /// Whether neither of the two identifiers stands on the other side of these bodies, too: then one
  /// can be the new name of the other.
  func isFresh(_ pair: Pair) -> Bool {
    let replaced = SpacedIdentifier(space: pair.identifier.space, text: pair.actual)
    return pair.identifier == replaced
      || !actual.contains(pair.identifier) && !expected.contains(replaced)
  }
}
