/// How many connections a process may try to open at a time, so that fifty lanes that lost one
/// broker are no storm when it comes back.
///
/// While the broker answers, a few at a time. After a failure one at a time, and the next not
/// before a pause: what it would find, the one before it has just found. The pauses of the lanes'
/// own back-off, with full jitter, come on top; they grow alone, so that with many lanes the sum of
/// all attempts would grow with their number.
package struct Admission: Equatable, Sendable {
  /// The most attempts at a time while the broker answers.
  package static let most = 4
  /// The pause after a failure before the process tries again.
  package static let pause = Duration.milliseconds(200)

  private var underWay = 0
  private var lastFailure: ContinuousClock.Instant?

  package init() {}

  /// Whether an attempt may begin now; then `end` must follow.
  package mutating func begin(at now: ContinuousClock.Instant) -> Bool {
    if let lastFailure {
      guard underWay == 0, now - lastFailure >= Self.pause else { return false }
    }
    guard underWay < Self.most else { return false }
    underWay += 1
    return true
  }

  /// Takes it that an attempt has succeeded or failed.
  package mutating func end(succeeded: Bool, at now: ContinuousClock.Instant) {
    precondition(underWay > 0, "an attempt ends that was admitted")
    underWay -= 1
    lastFailure = succeeded ? nil : now
  }
}
