/// The reply queues that refuse responses, as one lane knows them.
///
/// A broker refuses for a moment while the leader of a queue moves, and for good what goes to a
/// full queue that nobody reads; for a queue without a majority it says nothing at all. It does not
/// say which. So a lane tries again for a while, once for each queue: then the queue is known, and
/// a response to it has one attempt, until the queue takes one; to a silent queue, one in a while.
/// A requester that does not read costs the others on a lane that while once.
///
/// A channel of RabbitMQ 3.10 can go on refusing for a queue that takes messages again (one whose
/// limit was lifted by clearing a policy), and only a new channel ends that. So before a response
/// is given up it is tried on a new connection, unless that was done a moment ago.
package struct RefusingQueues: Equatable, Sendable {
  /// How long responses are tried again while nothing else of their batch is left to be published.
  package let patience: Duration
  /// Until when no response is tried, for each queue that is known.
  private var known: [String: ContinuousClock.Instant] = [:]
  /// When a new connection was last asked for.
  private var renewed: ContinuousClock.Instant?

  /// How long after a new connection no other is asked for.
  package static let renewalPause = Duration.seconds(30)
  /// How long nothing is tried for a queue of which the broker said nothing.
  package static let silence = Duration.seconds(30)
  /// More queues than this are not remembered: all are forgotten, and get their while once more.
  package static let capacity = 1_000

  package init(patience: Duration) {
    self.patience = patience
  }

  /// Whether no queue is known.
  package var isEmpty: Bool { known.isEmpty }

  /// Whether a queue is known to refuse.
  package func contains(_ queue: String) -> Bool { known[queue] != nil }

  /// Whether a response to a queue is given up without an attempt.
  package func isSilent(_ queue: String, at now: ContinuousClock.Instant) -> Bool {
    known[queue].map { now < $0 } ?? false
  }

  /// Whether what would be given up now is to be tried on a new connection first; then the next are
  /// not, for a while.
  package mutating func renews(at now: ContinuousClock.Instant) -> Bool {
    if let renewed, now - renewed < Self.renewalPause { return false }
    renewed = now
    return true
  }

  /// Takes note of a queue for which a response was given up; `isSilent` is whether the broker said
  /// nothing.
  package mutating func note(_ queue: String, isSilent: Bool, at now: ContinuousClock.Instant) {
    if known.count >= Self.capacity { known = [:] }
    known[queue] = isSilent ? now + Self.silence : now
  }

  /// Takes note of a queue that has taken a response.
  package mutating func clear(_ queue: String) {
    known[queue] = nil
  }
}
