import Rides

/// Compares the outputs of a replay with the expected ones, as they arrive and in any order.
///
/// It keeps the outputs without a counterpart, a few samples, and the map of identifiers.
package struct Comparison: Sendable {
  private let rules: RuleTable
  private var expected = PendingOutputs(findsRides: false)
  private var actual = PendingOutputs(findsRides: true)
  private var identifiers = IdentifierMap()
  private var tally: ReportTally
  /// Outputs that belong together by a name that has just been learned.
  private var met: [(expected: ReplayOutput, actual: ReplayOutput)] = []

  /// - Parameter samples: How many differing outputs the report shows one by one.
  package init(rules: ComparisonRules = ComparisonRules(), samples: Int = 100) {
    self.rules = RuleTable(rules)
    tally = ReportTally(noise: rules.noise, samples: samples)
  }

  /// How many outputs wait for their counterpart.
  package var pendingCount: Int { expected.count + actual.count }

  /// Adds an output that was recorded.
  package mutating func expect(_ output: ReplayOutput) {
    let key = OutputKey(output)
    if let other = removeActual(key) {
      compare(output, other)
    } else {
      expected.add(output, as: key)
    }
  }

  /// Adds an output that the replay produced.
  package mutating func meet(_ output: ReplayOutput) {
    let key = OutputKey(output)
    if let other = removeExpected(key) {
      compare(other, output)
    } else {
      actual.add(output, as: key)
    }
  }

  /// Reports all that was found; outputs without a counterpart are missing or unexpected.
  package mutating func finish() -> ComparisonReport {
    for output in expected.all { tally.add(output, .missing) }
    for output in actual.all { tally.add(output, .unexpected) }
    let contradicted = identifiers.renamings.filter(\.value.isContradicted)
      .sorted { $0.key.text.precedesByBytes($1.key.text) }
    for (_, renaming) in contradicted { tally.revoke(renaming) }
    return ComparisonReport(tally, rules: rules.rules)
  }

  /// Looks up the unchanged key first, then the key under the new name of its ride.
  private mutating func removeActual(_ key: OutputKey) -> ReplayOutput? {
    if let output = actual.remove(key) { return output }
    guard !identifiers.isIdentity, let ride = key.ride, let name = identifiers.newName(of: ride)
    else { return nil }
    return actual.remove(key.ofRide(name))
  }

  private mutating func removeExpected(_ key: OutputKey) -> ReplayOutput? {
    if let output = expected.remove(key) { return output }
    guard !identifiers.isIdentity, let ride = key.ride, let name = identifiers.origin(of: ride)
    else { return nil }
    return expected.remove(key.ofRide(name))
  }

  private mutating func compare(_ ours: ReplayOutput, _ other: ReplayOutput) {
    if isSame(ours, other) {
      tally.countEqual(ours.type)
      return
    }
    met.append((ours, other))
    while let next = met.popLast() { compareValues(next.expected, next.actual) }
  }

  /// Whether two outputs are the same, without reading their values.
  private mutating func isSame(_ ours: ReplayOutput, _ other: ReplayOutput) -> Bool {
    guard identifiers.isIdentity, ours.base == other.base, ours.body.hasSameBytes(as: other.body),
      ours.label.hasSameBytes(as: other.label)
    else { return false }
    return identifiers.collect(ours.body, by: rules.scan(of: ours.kind))
  }

  private mutating func compareValues(_ ours: ReplayOutput, _ other: ReplayOutput) {
    let pair = BodyPair(ours, other, rules)
    for ride in pair.learn(into: &identifiers) { meetOutputs(of: ride) }
    let result = pair.compare(identifiers)
    if result.differences.isEmpty, let renaming = result.renamings.first {
      identifiers.count(ours.type, for: renaming)
    }
    tally.add(ours, result)
  }

  /// Brings together what waits for the new name of a ride.
  private mutating func meetOutputs(of ride: SpacedIdentifier) {
    guard let name = identifiers.newName(of: ride) else { return }
    for key in actual.keys(of: SpacedIdentifier(space: ride.space, text: name)) {
      let expectedKey = key.ofRide(ride.text)
      while let ours = expected.remove(expectedKey) {
        guard let other = actual.remove(key) else {
          expected.add(ours, as: expectedKey)
          break
        }
        met.append((ours, other))
      }
    }
  }
}
