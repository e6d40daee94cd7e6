import JSON

/// Two outputs that have met, with their bodies read.
struct BodyPair {
  private static let limits = JSONLimits(bytes: 64 * 1024 * 1024, depth: 128)

  private let expected: ReplayOutput
  private let actual: ReplayOutput
  /// Nil unless both bodies are JSON.
  private let values: (JSONValue, JSONValue)?

  init(_ expected: ReplayOutput, _ actual: ReplayOutput) {
    self.expected = expected
    self.actual = actual
    let value = try? JSONValue(parsing: expected.body, limits: Self.limits)
    let other =
      expected.body == actual.body
      ? value : try? JSONValue(parsing: actual.body, limits: Self.limits)
    values = if let value, let other { (value, other) } else { nil }
  }

  /// Learns which identifiers belong together; returns the rides that have a new name now.
  func learn(_ rules: ComparisonRules, into identifiers: inout IdentifierMap) -> [SpacedIdentifier]
  {
    guard let values else { return [] }
    let pairs = IdentifierPairs(values.0, values.1, rules, in: expected.kind)
    var rides: [SpacedIdentifier] = []
    for pair in pairs.pairs where pair.scope == .replay && pairs.isFresh(pair) {
      let isNew = identifiers.learn(
        pair.identifier, pair.actual, otherwise: sample(of: pair, rules))
      if isNew, pair.identifier.space == IdentifierRule.rides { rides.append(pair.identifier) }
    }
    return rides
  }

  func compare(_ rules: ComparisonRules, _ identifiers: IdentifierMap) -> PairResult {
    var context = PairContext(
      expected: expected, actual: actual, rules: rules, identifiers: identifiers)
    guard let values else { return PairResult(bytesOf: context) }
    let pairs = IdentifierPairs(values.0, values.1, rules, in: expected.kind)
    for pair in pairs.pairs where pair.scope == .output && pairs.isFresh(pair) {
      _ = context.ownIdentifiers.learn(
        pair.identifier, pair.actual, otherwise: sample(of: pair, rules))
    }
    return PairResult(values.0, values.1, in: context)
  }

  /// The output as it is shown should a new name turn out to be wrong.
  private func sample(
    of pair: IdentifierPairs.Pair, _ rules: ComparisonRules
  ) -> DifferingOutput {
    let context = PairContext(
      expected: expected, actual: actual, rules: rules, identifiers: IdentifierMap())
    let difference = context.difference(
      .string(pair.identifier.text), .string(pair.actual), at: pair.place, .identifier)
    return DifferingOutput(expected, .different, [difference])
  }
}
