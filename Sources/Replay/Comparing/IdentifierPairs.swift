import JSON

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

  init(_ ours: JSONValue, _ other: JSONValue, _ rules: ComparisonRules, in kind: ReplayOutput.Kind)
  {
    var pairs: [Pair] = []
    PairedWalk.walk(ours, other, ignoring: rules.ignored) { place, finding in
      guard case .values(.string(let text), .string(let otherText)) = finding,
        let rule = rules.identifier(at: place.path, in: kind), rule.form == .whole
      else { return }
      pairs.append(
        Pair(
          identifier: SpacedIdentifier(space: rule.space, text: text), actual: otherText,
          place: place, scope: rule.scope))
    }
    self.pairs = pairs
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
