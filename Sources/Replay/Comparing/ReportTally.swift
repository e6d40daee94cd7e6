/// Counts the differences of a comparison, and keeps a few samples.
struct ReportTally {
  /// How many groups are kept; texts from outside, such as labels, could make any number.
  static let groupLimit = 1_000
  static let samplesOfGroup = 3

  private let noise: NoiseProfile
  private let sampleLimit: Int
  private(set) var counts: [OutputType: VerdictCounts] = [:]
  private(set) var uses: [RuleUse: Int] = [:]
  private(set) var groups: [DifferenceGroup.Key: DifferenceGroup] = [:]
  /// Differences of groups beyond the limit.
  private(set) var ungrouped = 0
  private(set) var samples: [DifferingOutput] = []
  /// What differences amount to in the books.
  private(set) var money = MoneyChanges()
  /// By shape, how many outputs differ so.
  private(set) var outputs: [NoiseShape: Int] = [:]
  /// By shape, how many differences count as noise.
  private(set) var noisy: [NoiseShape: Int] = [:]

  init(noise: NoiseProfile, samples: Int) {
    self.noise = noise
    sampleLimit = samples
  }

  mutating func countEqual(_ type: OutputType) {
    counts[type, default: VerdictCounts()][.equal] += 1
  }

  /// Adds an output that has met its counterpart.
  mutating func add(_ output: ReplayOutput, _ result: PairResult) {
    for (use, count) in result.uses { uses[use, default: 0] += count }
    let remaining = withoutNoise(result.differences)
    let verdict: Verdict =
      if !remaining.isEmpty {
        .different
      } else {
        result.uses.isEmpty && result.differences.isEmpty ? .equal : .equalByRule
      }
    counts[output.type, default: VerdictCounts()][verdict] += 1
    money.add(remaining, of: output)
    add(remaining, of: output, verdict)
  }

  /// Adds an output without a counterpart.
  mutating func add(_ output: ReplayOutput, _ verdict: Verdict) {
    let isMissing = verdict == .missing
    let body = ValueText.of(output.body)
    let difference = Difference(
      kind: output.kind, label: output.label, path: "", element: nil, elementGroup: nil,
      expected: isMissing ? body : nil, actual: isMissing ? nil : body,
      class: isMissing ? .missing : .extra, cause: output.cause, change: nil)
    let remaining = withoutNoise([difference])
    counts[output.type, default: VerdictCounts()][remaining.isEmpty ? .equalByRule : verdict] += 1
    if !remaining.isEmpty { money.add(output, isMissing: isMissing) }
    add(remaining, of: output, verdict)
  }

  /// Takes back that outputs are equal by a new name that turned out to be wrong.
  mutating func revoke(_ renaming: IdentifierMap.Renaming) {
    for (type, count) in renaming.outputs {
      counts[type, default: VerdictCounts()][.equalByRule] -= count
      counts[type, default: VerdictCounts()][.different] += count
    }
    let count = renaming.outputs.values.reduce(0, +)
    for difference in renaming.sample.differences {
      outputs[NoiseShape(difference), default: 0] += count
      guard let key = group(difference, times: max(count, 1)), samples.count < sampleLimit else {
        continue
      }
      groups[key]?.addSample(samples.count)
      samples.append(renaming.sample)
    }
  }

  private mutating func withoutNoise(_ differences: [Difference]) -> [Difference] {
    for shape in Set(differences.map(NoiseShape.init)) { outputs[shape, default: 0] += 1 }
    guard !noise.shares.isEmpty else { return differences }
    return differences.filter { difference in
      let shape = NoiseShape(difference)
      guard noise.shares[shape] != nil else { return true }
      noisy[shape, default: 0] += 1
      uses[.noise, default: 0] += 1
      return false
    }
  }

  private mutating func add(
    _ differences: [Difference], of output: ReplayOutput, _ verdict: Verdict
  ) {
    guard !differences.isEmpty else { return }
    let keys = Set(differences.compactMap { group($0) })
    let needing = keys.filter { groups[$0].map { $0.samples.count < Self.samplesOfGroup } ?? false }
    guard !needing.isEmpty, samples.count < sampleLimit else { return }
    for key in needing { groups[key]?.addSample(samples.count) }
    samples.append(DifferingOutput(output, verdict, differences))
  }

  /// Nil when there are too many groups already.
  private mutating func group(_ difference: Difference, times: Int = 1) -> DifferenceGroup.Key? {
    let key = DifferenceGroup.Key(difference)
    guard groups[key] != nil || groups.count < Self.groupLimit else {
      ungrouped += times
      return nil
    }
    groups[key, default: DifferenceGroup(key)].add(difference, times: times)
    return key
  }
}
