import Rides

/// Makes those wait who try passwords: after some failures with a name, or from an address, each
/// further attempt waits longer.
///
/// A value without a clock. A name counts whether or not it has an account, so that the answers
/// are the same. Of an address more failures are free, since behind a proxy all users share one.
struct LoginThrottle: Sendable {
  /// Failures without a wait.
  static let freeOfName = 4
  static let freeOfAddress = 19
  /// The longest wait.
  static let mostSeconds = 300
  /// After so long without a failure all is forgotten.
  static let memorySeconds = 3_600
  /// How many names, and how many addresses, are remembered.
  static let most = 10_000

  private struct Failures {
    var count = 0
    var last: Instant
    var free: Int

    /// How long after the last failure the next attempt is allowed: 1 s, 2 s, 4 s and so on.
    var seconds: Int {
      count > free ? min(LoginThrottle.mostSeconds, 1 << min(count - free - 1, 20)) : 0
    }

    func isForgotten(at now: Instant) -> Bool {
      // A clock that was set back must not lock an account for as long.
      abs(last.seconds(to: now)) > Double(LoginThrottle.memorySeconds)
    }
  }

  private var names: [String: Failures] = [:]
  private var addresses: [String: Failures] = [:]

  /// After how many seconds an attempt is allowed; nil where it is allowed now.
  func wait(_ name: String, from address: String, at now: Instant) -> Int? {
    let waits = [names[Self.key(name)], addresses[address]].compactMap { failures -> Int? in
      guard let failures, !failures.isForgotten(at: now) else { return nil }
      let rest = Double(failures.seconds) - failures.last.seconds(to: now)
      return rest > 0 ? min(Int(rest.rounded(.up)), Self.mostSeconds) : nil
    }
    return waits.max()
  }

  /// Records a failure.
  mutating func fail(_ name: String, from address: String, at now: Instant) {
    Self.record(Self.key(name), in: &names, free: Self.freeOfName, at: now)
    Self.record(address, in: &addresses, free: Self.freeOfAddress, at: now)
  }

  /// Forgets the failures of a name whose password was right.
  mutating func succeed(_ name: String) { names[Self.key(name)] = nil }

  /// Texts that are no names share one key.
  private static func key(_ name: String) -> String { Account.isName(name) ? name : "" }

  private static func record(
    _ key: String, in table: inout [String: Failures], free: Int, at now: Instant
  ) {
    var failures = table[key] ?? Failures(last: now, free: free)
    if failures.isForgotten(at: now) { failures.count = 0 }
    failures.count += 1
    failures.last = now
    if table[key] == nil, table.count >= most { makeRoom(in: &table, at: now) }
    table[key] = failures
  }

  /// Forgets what is old; where nothing is, those with the fewest failures.
  private static func makeRoom(in table: inout [String: Failures], at now: Instant) {
    table = table.filter { !$0.value.isForgotten(at: now) }
    guard table.count >= most else { return }
    let kept = table.sorted { ($0.value.count, $0.value.last) > ($1.value.count, $1.value.last) }
    table = Dictionary(uniqueKeysWithValues: kept.prefix(most / 2).map { ($0.key, $0.value) })
  }
}
