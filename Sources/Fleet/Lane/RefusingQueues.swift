/// The reply queues that refuse responses, as one lane knows them.
///
/// A broker refuses briefly while the leader of a queue moves, and permanently if a queue is full
/// and has no reader; for a queue without a majority it sends no answer, nor for what came after
/// it. It does not tell these apart. So a lane retries for a while, at most once a minute. Then the
/// queue is known: a response to it has one attempt until the queue accepts one; silent queues get
/// one attempt in half a minute, and only if the broker answered for other queues meanwhile.
/// Requesters that do not read thus cost the others on a lane a bounded part of its time.
///
/// A channel of RabbitMQ 3.10 can keep refusing for a queue that accepts messages again (one whose
/// limit was lifted by clearing a policy); only a new channel ends that. So before a response is
/// dropped it is tried on a new connection, unless one was opened a moment ago.
package struct RefusingQueues: Equatable, Sendable {
  private let longest: Duration
  private var known: Set<String> = []
  private var silent: Set<String> = []
  /// Until when nothing is tried for silent queues.
  private var silentUntil: ContinuousClock.Instant?
  /// When a response was last dropped.
  private var givenUp: ContinuousClock.Instant?
  /// When a new connection was last requested.
  private var renewed: ContinuousClock.Instant?

  /// How long after a new connection no other is requested.
  package static let renewalPause = Duration.seconds(30)
  /// How long queues for which the broker sent no answer get no attempt.
  package static let silence = Duration.seconds(30)
  /// How long after a dropped response others get one attempt.
  package static let impatience = Duration.seconds(60)
  /// More queues than this are not remembered: all are forgotten.
  package static let capacity = 1_000

  package init(patience: Duration) {
    longest = patience
  }

  /// Whether no queue is known.
  package var isEmpty: Bool { known.isEmpty }

  /// How long responses are retried while the rest of their batch is published.
  package func patience(at now: ContinuousClock.Instant) -> Duration {
    if let givenUp, now - givenUp < Self.impatience { return .zero }
    return longest
  }

  /// Whether a queue is known to refuse.
  package func contains(_ queue: String) -> Bool { known.contains(queue) }

  /// Whether a response to a queue is dropped without an attempt.
  package func isSilent(_ queue: String, at now: ContinuousClock.Instant) -> Bool {
    guard let silentUntil, now < silentUntil else { return false }
    return silent.contains(queue)
  }

  /// Whether responses that would be dropped now are tried on a new connection first; if so, later
  /// ones are not, for a while.
  package mutating func renews(at now: ContinuousClock.Instant) -> Bool {
    if let renewed, now - renewed < Self.renewalPause { return false }
    renewed = now
    return true
  }

  /// Records a queue for which a response was dropped; `isSilent` is whether the broker sent no
  /// answer for it, while it answered for others.
  package mutating func recordGivenUp(
    _ queue: String, isSilent: Bool, at now: ContinuousClock.Instant
  ) {
    if known.count >= Self.capacity { (known, silent) = ([], []) }
    known.insert(queue)
    givenUp = now
    guard isSilent else { return }
    silent.insert(queue)
    silentUntil = now + Self.silence
  }

  /// Removes a queue that has accepted a response, or is gone.
  package mutating func clear(_ queue: String) {
    known.remove(queue)
    silent.remove(queue)
  }
}
