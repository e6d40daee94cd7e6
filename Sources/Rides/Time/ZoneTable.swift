/// The times at which the offset of a zone changes, and the rule for the time after the last.
final class ZoneTable: Sendable {
  let name: String
  /// The seconds ahead of UTC before the first transition.
  private let firstOffset: Int
  /// In seconds since 1970, ascending.
  private let transitions: [Int]
  /// The offset from each transition on.
  private let offsets: [Int]
  /// Nil when the last offset holds for ever.
  private let rule: YearlyRule?

  /// The changes that the rule makes until 2100 are put to the transitions: to look one up takes a
  /// tenth of the time that the rule takes, and a file need not have any of its own after 2007.
  init(name: String, firstOffset: Int, transitions: [Int], offsets: [Int], rule: YearlyRule?) {
    self.name = name
    self.firstOffset = firstOffset
    self.rule = rule
    guard let rule, let last = transitions.last, Instant.writableSeconds.contains(last) else {
      self.transitions = transitions
      self.offsets = offsets
      return
    }
    // The rule holds from the last transition on.
    let changes = [last] + rule.changes(in: 1970...2100).filter { $0 > last }
    self.transitions = transitions.dropLast() + changes
    self.offsets = offsets.dropLast() + changes.map { rule.offset(at: $0) }
  }

  func hasRules(of other: ZoneTable) -> Bool {
    name == other.name && firstOffset == other.firstOffset && transitions == other.transitions
      && offsets == other.offsets && rule == other.rule
  }

  /// The offset at a time in seconds since 1970.
  func offset(at seconds: Int) -> Int {
    let count = transitions(until: seconds)
    if count == transitions.count, let rule { return rule.offset(at: seconds) }
    return count == 0 ? firstOffset : offsets[count - 1]
  }

  /// Every offset that may be in force while clocks show a time.
  ///
  /// No zone is 26 hours from UTC (RFC 9636, 3.2), so that the instant is at most so far from the
  /// same figures in UTC.
  func offsets(around clockSeconds: Int) -> [Int] {
    let earliest = clockSeconds - 26 * 3_600
    let latest = clockSeconds + 26 * 3_600
    var found = [offset(at: earliest), offset(at: latest)]
    for index in transitions(until: earliest)..<transitions(until: latest) {
      found.append(offsets[index])
    }
    if let rule { found += rule.offsets }
    return found
  }

  /// How many transitions are not later than a time, by halving.
  private func transitions(until seconds: Int) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
