/// The order in which dead letters are redriven: a value that turns results into the next actions,
/// without I/O.
///
/// Letters are sent in steps of 1, 2, 5, 20, …; each step waits for the outcomes of the one before.
/// Of letters with one lineage, such as those of a ride, one is sent at a time, the oldest first; a
/// failed one holds back the later ones. Repeated failures of one reason end the run: the cause
/// persists.
package struct RedriveMachine: Sendable {
  /// What has become of a letter.
  package enum Fate: Hashable, Sendable {
    case waiting
    case underWay
    case handled
    case failed(String)
    /// The time to wait for its outcome has passed.
    case unknown
    /// An earlier letter of its lineage failed.
    case heldBack
    /// It was not there any more, or another one, when its turn came.
    case skipped
  }

  enum Action: Hashable, Sendable {
    /// Publish these letters.
    case publish([Int])
    /// Wait for outcomes, or until the rate allows more.
    case wait
    case finish(End)
  }

  /// Why a run ends.
  package enum End: Hashable, Sendable {
    case done
    /// So many letters failed for this reason.
    case causeIsStillThere(String)
    case stopped
  }

  /// The lineage of each letter, in the order of the letters.
  private let lineages: [String]
  /// The number of letters in each step; the last number applies to all further steps.
  private let ramp: [Int]
  /// The failures of one reason that end the run; 0 for no such end.
  private let failureLimit: Int
  package private(set) var fates: [Fate]
  private(set) var step = 0
  private var begunInStep = 0
  private var underWay: Set<String> = []
  private var blocked: Set<String> = []
  private var failures: [String: Int] = [:]
  private var end: End?
  /// No letter before this one waits.
  private var first = 0

  init(lineages: [String], ramp: [Int], failureLimit: Int) {
    precondition(!ramp.isEmpty && ramp.allSatisfy { $0 > 0 }, "every step has a letter")
    self.lineages = lineages
    self.ramp = ramp
    self.failureLimit = failureLimit
    fates = Array(repeating: .waiting, count: lineages.count)
  }

  /// What to do next; at most `allowance` letters are published.
  mutating func next(allowance: Int) -> Action {
    if let end { return underWay.isEmpty ? .finish(end) : .wait }
    if begunInStep == stepSize {
      guard underWay.isEmpty else { return .wait }
      step += 1
      begunInStep = 0
    }
    let chosen = choose(min(allowance, stepSize - begunInStep))
    guard chosen.isEmpty else {
      begunInStep += chosen.count
      return .publish(chosen)
    }
    guard underWay.isEmpty, !fates.contains(.waiting) else { return .wait }
    end = .done
    return .finish(.done)
  }

  /// Records that a letter was handled, failed, was skipped, or has no known outcome.
  mutating func record(_ letter: Int, _ fate: Fate, holdsBack: Bool = true) {
    precondition(fates[letter] == .underWay, "only a letter under way has an outcome")
    fates[letter] = fate
    underWay.remove(lineages[letter])
    switch fate {
    case .failed(let reason):
      blocked.insert(lineages[letter])
      failures[reason, default: 0] += 1
      if failures[reason] == failureLimit, end == nil { end = .causeIsStillThere(reason) }
    case .unknown, .skipped:
      if holdsBack { blocked.insert(lineages[letter]) }
    case .waiting, .underWay, .handled, .heldBack: break
    }
  }

  /// Begins no further letter.
  mutating func stop() { end = end ?? .stopped }

  private var stepSize: Int { ramp[min(step, ramp.count - 1)] }

  /// The next letters whose lineage is free, marked as under way.
  private mutating func choose(_ count: Int) -> [Int] {
    var chosen: [Int] = []
    while first < fates.count, fates[first] != .waiting { first += 1 }
    for letter in first..<max(first, fates.count) where chosen.count < count {
      guard fates[letter] == .waiting else { continue }
      if blocked.contains(lineages[letter]) {
        fates[letter] = .heldBack
      } else if underWay.insert(lineages[letter]).inserted {
        fates[letter] = .underWay
        chosen.append(letter)
      }
    }
    return chosen
  }
}
