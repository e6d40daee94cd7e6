import Messages
import Metrics

/// How many messages became dead letters, by their reason.
///
/// The reasons are a closed list: what a header says is anybody's word.
final class DeadLetterMeter: Sendable {
  /// Why the broker itself makes dead letters, and what a worker could not even read.
  private static let others = ["delivery-limit", "expired", "maxlen", "rejected", "unreadable"]
  /// What the business refuses is answered and not kept.
  private static let own = ErrorReason.allCases.filter(\.makesDeadLetters)
  static let reasons = own.map(\.headerValue) + others + ["other"]

  private let counts = DeadLetterMeter.reasons.map { _ in Counter() }

  /// Counts one of a worker.
  func add(_ reason: ErrorReason) {
    counts[Self.own.firstIndex(of: reason) ?? Self.reasons.count - 1].add()
  }

  /// Counts one for which there is only a word, such as `delivery_limit` of the broker.
  func add(word: String) {
    let name = word.replacing("_", with: "-")
    counts[Self.reasons.firstIndex(of: name) ?? Self.reasons.count - 1].add()
  }

  /// Of each reason its number; the broker's and the commonest stand there from the start, so that
  /// the first one is an increase.
  var values: [(reason: String, count: UInt64)] {
    zip(Self.reasons, counts).map { ($0, $1.value) }
  }
}
