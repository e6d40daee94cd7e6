import JSON
import Rides

/// Two outputs that have met, with their bodies read.
struct BodyPair {
  private static let limits = JSONLimits(bytes: 64 * 1024 * 1024, depth: 128)

  private let expected: ReplayOutput
  private let actual: ReplayOutput
  private let rules: RuleTable
  /// Nil unless both bodies are JSON.
  private let findings: [Finding]?
  private let pairs: IdentifierPairs?

  /// What the walk through both bodies found, and where.
  struct Finding {
    let place: PairedWalk.Place
    let what: PairedWalk.Finding
  }

  init(_ expected: ReplayOutput, _ actual: ReplayOutput, _ rules: RuleTable) {
    self.expected = expected
    self.actual = actual
    self.rules = rules
    let value = try? JSONValue(parsing: expected.body, limits: Self.limits)
    let other =
      expected.body.hasSameBytes(as: actual.body)
      ? value : try? JSONValue(parsing: actual.body, limits: Self.limits)
    guard let value, let other else {
      findings = nil
      pairs = nil
      return
    }
    let identifiers = rules.identifiers(in: expected.kind)
    let isSameTime = expected.base == actual.base
    var findings: [Finding] = []
    PairedWalk.walk(value, other, ignoring: rules.rules.ignored) { place, what in
      if Self.isSame(what, isSameTime), identifiers[place.path.member] == nil { return }
      findings.append(Finding(place: place, what: what))
    }
    self.findings = findings
    pairs = IdentifierPairs(findings, identifiers)
  }

  /// Whether values are the same under any rules, unless they are identifiers: most are.
  private static func isSame(_ finding: PairedWalk.Finding, _ isSameTime: Bool) -> Bool {
    switch finding {
    case .values(.string(let ours), .string(let other)):
      ours.hasSameBytes(as: other) && (isSameTime || !PairContext.mayBeInstant(ours))
    case .values(let ours, let other): ours == other
    case .missing, .extra, .reordered, .ignored: false
    }
  }

  /// Learns which identifiers belong together; returns the rides that have a new name now.
  func learn(into identifiers: inout IdentifierMap) -> [SpacedIdentifier] {
    learn(.replay, into: &identifiers).filter { $0.space == IdentifierRule.rides }
  }

  func compare(_ identifiers: IdentifierMap) -> PairResult {
    var context = context(identifiers)
    guard let findings else { return PairResult(bytesOf: context) }
    _ = learn(.output, into: &context.ownIdentifiers)
    return PairResult(findings, in: context)
  }

  /// The identifiers of a scope that have a new name now.
  private func learn(
    _ scope: IdentifierRule.Scope, into identifiers: inout IdentifierMap
  ) -> [SpacedIdentifier] {
    guard let pairs else { return [] }
    return pairs.pairs.filter { pair in
      pair.scope == scope && pairs.isFresh(pair)
        && identifiers.learn(pair.identifier, pair.actual, otherwise: sample(of: pair))
    }.map(\.identifier)
  }

  /// The output as it is shown should a new name turn out to be wrong.
  private func sample(of pair: IdentifierPairs.Pair) -> DifferingOutput {
    let difference = context(IdentifierMap()).difference(
      .string(pair.identifier.text), .string(pair.actual), at: pair.place, .identifier)
    return DifferingOutput(expected, .different, [difference])
  }

  private func context(_ identifiers: IdentifierMap) -> PairContext {
    PairContext(
      expected: expected, actual: actual, rules: rules.rules,
      identifierRules: rules.identifiers(in: expected.kind), identifiers: identifiers)
  }
}

/// The identifiers at the same paths of two bodies, from which new names are learned.
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
    // Members have any order; a report must not depend on it.
    if pairs.contains(where: { !$0.identifier.text.hasSameBytes(as: $0.actual) }) {
      pairs.sort { $0.place.path.shape < $1.place.path.shape }
    }
    expected = Set(pairs.map(\.identifier))
    actual = Set(pairs.map { SpacedIdentifier(space: $0.identifier.space, text: $0.actual) })
  }

  /// Whether neither of the two identifiers also appears in the other body: then one can be the new
  /// name of the other.
  func isFresh(_ pair: Pair) -> Bool {
    let replaced = SpacedIdentifier(space: pair.identifier.space, text: pair.actual)
    return pair.identifier == replaced
      || !actual.contains(pair.identifier) && !expected.contains(replaced)
  }
}
