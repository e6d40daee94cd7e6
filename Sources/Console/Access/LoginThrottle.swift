import Rides

/// Makes those wait who try passwords: after some failures with a name each further attempt with it
/// waits longer, and after many with all names each attempt waits a second.
///
/// A value without a clock. A name counts whether or not it has an account, so that the answers
/// are the same. Addresses do not count: behind a proxy, or a tunnel to loopback, all users have
/// one, and what a proxy says of the client may be the client's own words. The wait of all is
/// short, and not for accounts without a failure, so that a stranger cannot keep everyone out.
struct LoginThrottle: Sendable {
  /// Failures without a wait.
  static let freeOfName = 4
  static let freeOfAll = 19
  /// The longest wait for a name, and for all.
  static let (mostSeconds, mostSecondsOfAll) = (300, 1)
  /// After so long without a failure all is forgotten.
  static let memorySeconds = 3_600
  /// How many names are remembered.
  static let most = 10_000

  private struct Failures {
    var count = 0
    var last: Instant

    /// How long the next attempt has to wait, after some free ones: 1 s, 2 s, 4 s and so on after
    /// the last failure.
    func wait(free: Int, most: Int, at now: Instant) -> Int? {
      guard count > free, !isForgotten(at: now) else { return nil }
      let seconds = min(most, 1 << min(count - free - 1, 20))
      let rest = Double(seconds) - last.seconds(to: now)
      return rest > 0 ? min(Int(rest.rounded(.up)), most) : nil
    }

    mutating func add(at now: Instant) {
      count = isForgotten(at: now) ? 1 : count + 1
      last = now
    }

    func isForgotten(at now: Instant) -> Bool {
      // A clock that was set back must not lock an account for as long.
      abs(last.seconds(to: now)) > Double(LoginThrottle.memorySeconds)
    }
  }

  private var names: [String: Failures] = [:]
  private var all: Failures?

  /// After how many seconds an attempt is allowed; nil where it is allowed now.
  ///
  /// An account without a failure of its own does not wait for those of others.
  func wait(_ name: String, isAccount: Bool = false, at now: Instant) -> Int? {
    let failures = names[Self.key(name)]
    if isAccount, failures?.isForgotten(at: now) ?? true { return nil }
    let ofName = failures?.wait(free: Self.freeOfName, most: Self.mostSeconds, at: now)
    return ofName ?? all?.wait(free: Self.freeOfAll, most: Self.mostSecondsOfAll, at: now)
  }

  /// Records a failure.
  mutating func fail(_ name: String, at now: Instant) {
    all = all ?? Failures(last: now)
    all?.add(at: now)
    let key = Self.key(name)
    if names[key] == nil, names.count >= Self.most { makeRoom(at: now) }
    names[key, default: Failures(last: now)].add(at: now)
  }

  /// Forgets the failures of a name whose password was right.
  mutating func succeed(_ name: String) { names[Self.key(name)] = nil }

  /// Texts that are no names share one key.
  private static func key(_ name: String) -> String { Account.isName(name) ? name : "" }

  /// Forgets what is old; where nothing is, those with the fewest failures.
  private mutating func makeRoom(at now: Instant) {
    names = names.filter { !$0.value.isForgotten(at: now) }
    guard names.count >= Self.most else { return }
    let kept = names.sorted { ($0.value.count, $0.value.last) > ($1.value.count, $1.value.last) }
    names = Dictionary(
      uniqueKeysWithValues: kept.prefix(Self.most / 2).map { ($0.key, $0.value) })
  }
}
