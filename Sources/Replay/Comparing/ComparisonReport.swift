/// What a comparison has found.
package struct ComparisonReport: Hashable, Sendable {
  package let rules: ComparisonRules
  /// How often each rule made values equal that are not the same.
  package let uses: [RuleUse: Int]
  package let counts: [OutputType: VerdictCounts]
  /// The groups of differences, the largest first.
  package let groups: [DifferenceGroup]
  /// Differences of groups that are too many to be listed.
  package let ungrouped: Int
  /// Some of the differing outputs, in the order in which they were found.
  package let samples: [DifferingOutput]
  package let noise: [NoiseFinding]
  /// What the differences amount to in the books.
  package let money: MoneyChanges
  /// What the replay lacked of the state from before its recording.
  package var missing = MissingState()
  /// By shape of a difference, the share of the outputs of its type that differ so.
  package let shares: [NoiseShape: Double]

  init(_ tally: ReportTally, rules: ComparisonRules) {
    self.rules = rules
    uses = tally.uses
    counts = tally.counts
    groups = tally.groups.values.sorted { $0.count > $1.count || $0.count == $1.count && $0 < $1 }
    ungrouped = tally.ungrouped
    samples = tally.samples
    money = tally.money
    let totals = tally.counts.mapValues(\.total)
    shares = tally.outputs.reduce(into: [:]) { shares, entry in
      shares[entry.key] = min(1, Double(entry.value) / Double(max(totals[entry.key.type] ?? 1, 1)))
    }
    noise = Self.noise(of: tally, shares, rules.noise)
  }

  /// How many outputs there are of each verdict.
  package var total: VerdictCounts {
    counts.values.reduce(into: VerdictCounts()) { $0 += $1 }
  }

  /// The same for one kind.
  package func total(of kind: ReplayOutput.Kind) -> VerdictCounts {
    counts.reduce(into: VerdictCounts()) { total, entry in
      if entry.key.kind == kind { total += entry.value }
    }
  }

  /// How many outputs have a counterpart and differ, or have none.
  package var differingCount: Int {
    let total = total
    return total[.different] + total[.missing] + total[.unexpected]
  }

  /// Whether the replay is as expected, for the exit code.
  package var isEqual: Bool {
    hasEqualOutputs && missing.isEmpty
  }

  /// Whether what was compared is as expected.
  var hasEqualOutputs: Bool {
    differingCount == 0 && groups.isEmpty && ungrouped == 0 && !noise.contains(where: \.isExceeded)
  }

  private static func noise(
    of tally: ReportTally, _ shares: [NoiseShape: Double], _ profile: NoiseProfile
  ) -> [NoiseFinding] {
    tally.noisy.map { shape, differences in
      let share = shares[shape] ?? 0
      return NoiseFinding(
        shape: shape, differences: differences, outputs: tally.outputs[shape] ?? 0, share: share,
        knownShare: profile.shares[shape] ?? 0,
        isExceeded: profile.isExceeded(by: share, of: shape))
    }.sorted {
      $0.differences > $1.differences || $0.differences == $1.differences && $0.shape < $1.shape
    }
  }
}

extension NoiseShape: Comparable {
  /// By kind, label, path and class, so that reports are the same for the same differences.
  package static func < (left: Self, right: Self) -> Bool {
    left.sortKey.lexicographicallyPrecedes(right.sortKey)
  }

  private var sortKey: [String] { [type.kind.rawValue, type.label, path, self.class.rawValue] }
}

extension DifferenceGroup: Comparable {
  /// By shape, then by the name of the element.
  package static func < (left: Self, right: Self) -> Bool {
    left.shape < right.shape
      || left.shape == right.shape && (left.element ?? "") < (right.element ?? "")
  }
}
