/// The reply queues that refuse responses, as one lane knows them.
///
/// A broker refuses for a moment while the leader of a queue moves, and for good what goes to a
/// full queue without a reader; for a queue without a majority it says nothing at all. It does not
/// say which. So a lane tries again for a while, at most once a minute: then the queue is known,
/// and a response to it has one attempt, until the queue takes one; to silent queues, one in half a
/// minute, and only if the broker answered for others meanwhile. So requesters that do not read
/// cost the others on a lane a bounded part of its time.
///
/// A channel of RabbitMQ 3.10 can go on refusing for a queue that takes messages again (one whose
/// limit was lifted by clearing a policy), and only a new channel ends that. So before a response
/// is given up it is tried on a new connection, unless that was done a moment ago.
package struct RefusingQueues: Equatable, Sendable {
  private let longest: Duration
  private var known: Set<String> = []
  private var silent: Set<String> = []
  /// Until when nothing is tried for silent queues.
  private var silentUntil: ContinuousClock.Instant?
  /// When a response was last given up.
  private var givenUp: ContinuousClock.Instant?
  /// When a new connection was last asked for.
  private var renewed: ContinuousClock.Instant?

  /// How long after a new connection no other is asked for.
  package static let renewalPause = Duration.seconds(30)
  /// How long nothing is tried for queues of which the broker said nothing.
  package static let silence = Duration.seconds(30)
  /// How long after a response was given up others have one attempt.
  package static let impatience = Duration.seconds(60)
  /// More queues than this are not remembered: all are forgotten.
  package static let capacity = 1_000

  package init(patience: Duration) {
    longest = patience
  }

  /// Whether no queue is known.
  package var isEmpty: Bool { known.isEmpty }

  /// How long responses are tried again while nothing else of their batch is left to be published.
  package func patience(at now: ContinuousClock.Instant) -> Duration {
    if let givenUp, now - givenUp < Self.impatience { return .zero }
    return longest
  }

  /// Whether a queue is known to refuse.
  package func contains(_ queue: String) -> Bool { known.contains(queue) }

  /// Whether a response to a queue is given up without an attempt.
  package func isSilent(_ queue: String, at now: ContinuousClock.Instant) -> Bool {
    guard let silentUntil, now < silentUntil else { return false }
    return silent.contains(queue)
  }

  /// Whether responses that would be given up now are to be tried on a new connection first; if so,
  /// later ones are not, for a while.
  package mutating func renews(at now: ContinuousClock.Instant) -> Bool {
    if let renewed, now - renewed < Self.renewalPause { return false }
    renewed = now
    return true
  }

  /// Records a queue for which a response was given up; `isSilent` is whether the broker said
  /// nothing of it, while it answered for others.
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

  /// Removes a queue that has taken a response, or is gone.
  package mutating func clear(_ queue: String) {
    known.remove(queue)
    silent.remove(queue)
  }
}
