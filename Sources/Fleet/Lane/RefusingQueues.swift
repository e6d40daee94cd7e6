/// The reply queues that refuse responses, as one lane knows them.
///
/// A broker refuses for a moment while the leader of a queue moves, and for good what goes to a
/// full queue that nobody reads; it does not say which. So a lane tries again for a while, once for
/// each queue: then the queue is known to refuse, and a response to it has one attempt, until the
/// queue takes one. A requester that does not read costs the others on a lane that while once.
///
/// A channel of RabbitMQ 3.10 can go on refusing for a queue that takes messages again (one whose
/// limit was lifted by clearing a policy), and only a new channel ends that. So before a response
/// is given up it is tried on a new connection, unless that was done a moment ago.
package struct RefusingQueues: Equatable, Sendable {
  /// How long responses are tried again while nothing else of their batch is left to be published.
  package let patience: Duration
  private var names: Set<String> = []
  /// When a new connection was last asked for.
  private var renewed: ContinuousClock.Instant?

  /// How long after a new connection no other is asked for.
  package static let renewalPause = Duration.seconds(30)

  /// More names than this are not remembered: all are forgotten, and get their while once more.
  package static let capacity = 1_000

  package init(patience: Duration) {
    self.patience = patience
  }

  /// Whether no queue is known to refuse.
  package var isEmpty: Bool { names.isEmpty }

  /// Whether a response to a queue is given up that has been refused for so long.
  package func hasLost(_ queue: String, after wait: Duration) -> Bool {
    wait >= patience || names.contains(queue)
  }

  /// Whether what would be given up now is to be tried on a new connection first; then the next are
  /// not, for a while.
  package mutating func renews(at now: ContinuousClock.Instant) -> Bool {
    if let renewed, now - renewed < Self.renewalPause { return false }
    renewed = now
    return true
  }

  /// Takes note of a queue for which a response was given up.
  package mutating func note(_ queue: String) {
    if names.count >= Self.capacity { names = [] }
    names.insert(queue)
  }

  /// Takes note of a queue that has taken a response.
  package mutating func clear(_ queue: String) {
    names.remove(queue)
  }
}
