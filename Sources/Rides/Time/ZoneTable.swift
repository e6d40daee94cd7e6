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

  init(name: String, firstOffset: Int, transitions: [Int], offsets: [Int], rule: YearlyRule?) {
    self.name = name
    self.firstOffset = firstOffset
    self.transitions = transitions
    self.offsets = offsets
    self.rule = rule
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
