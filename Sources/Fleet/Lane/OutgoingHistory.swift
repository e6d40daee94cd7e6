import AMQP
package import Messages

extension OutgoingBatch {
  /// A publication that is given up, and why.
  package struct Dropped: Hashable, Sendable {
    package var publication: Publication
    package var reason: String
    /// Whether its address takes nothing else either: the queue is gone, or AMQP cannot name it.
    package var isUndeliverable = true
    /// Whether the request that it answers is kept as a dead letter.
    package var isKept = false
  }

  /// What befell a publication, and the place of the delivery that caused it.
  struct History {
    var delivery: Int
    /// Whether its delivery is kept as a dead letter in any case.
    var isKept = false
    var isLate = false
    /// Why the broker has not taken it; nil for what is no response, or was not refused.
    var refusal: PublishFailure?
    /// Since when it waits for nothing but its queue.
    var since: ContinuousClock.Instant?
    /// How often the broker closed the connection over it, while it alone was published.
    var losses = 0
  }

  /// Publications that stay, and their histories.
  struct Left {
    var publications: [Publication] = []
    var histories: [History] = []

    mutating func append(_ publication: Publication, _ history: History) {
      publications.append(publication)
      histories.append(history)
    }
  }
}

extension Publication {
  func isResponse(to queues: RefusingQueues) -> Bool {
    exchange == Exchange.default && queues.contains(routingKey)
  }
}
