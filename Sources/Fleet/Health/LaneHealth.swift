import Synchronization

/// The health of a lane, for the probes; the lane writes it, any thread reads it.
package final class LaneHealth: Sendable {
  /// The facts at one moment.
  package struct Facts: Sendable {
    /// When the lane's loop last turned; nil while it waits for the store to begin.
    package var lastTurn: ContinuousClock.Instant?
    /// Whether a consumer is registered on the current channel.
    package var hasConsumer = false
    /// Whether the last operation of the store succeeded.
    package var storeAnswers = true
    /// Whether the broker accepted the last publications.
    package var publishes = true
    /// What the broker refuses to the user, in the broker's words; nil if unknown.
    package var missingPermission: String?
    /// Whether the broker blocks publications.
    package var isBlocked = false
    /// The details of a hindrance in few words: the kind of an error, never its whole text, since
    /// probes answer any client.
    package var details: [Hindrance: String] = [:]
    /// Since when each hindrance keeps the lane from its work.
    private(set) var dates = HindranceDates()

    fileprivate mutating func date(at moment: Moment) {
      dates.set(.consumer, !hasConsumer, at: moment)
      dates.set(.publications, !publishes, at: moment)
      dates.set(.brokerResources, isBlocked, at: moment)
      dates.set(.permission, missingPermission != nil, at: moment)
      dates.set(.store, !storeAnswers, at: moment)
    }
  }

  private let facts = Mutex(Facts())

  /// Begins without a consumer.
  package init(at moment: Moment = .now) {
    facts.withLock { $0.date(at: moment) }
  }

  /// The facts now.
  package var now: Facts { facts.withLock { $0 } }

  /// Changes the facts, and dates the changes.
  package func update(at moment: Moment = .now, _ change: (inout sending Facts) -> Void) {
    facts.withLock {
      change(&$0)
      $0.date(at: moment)
    }
  }

  /// Records that the loop has turned.
  package func turn() {
    facts.withLock { $0.lastTurn = .now }
  }
}
