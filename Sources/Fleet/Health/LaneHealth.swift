import Synchronization

/// What a lane knows of itself, for the probes; written by the lane, read by anybody.
package final class LaneHealth: Sendable {
  /// The facts at one moment.
  package struct Facts: Sendable {
    /// When the lane's loop last turned; nil while it waits for the store to begin.
    package var lastTurn: ContinuousClock.Instant?
    /// Whether a consumer is registered on the channel of now.
    package var hasConsumer = false
    /// Whether the store did its part the last time it was asked.
    package var storeAnswers = true
    /// Whether what was last published found its way.
    package var publishes = true
    /// What the broker refuses the user, in the broker's words; nil when that is nothing known.
    package var missingPermission: String?
    /// Whether the broker has asked for no more publications.
    package var isBlocked = false
    /// What is known of a hindrance in few words: the kind of an error, never its whole text, since
    /// probes answer anybody.
    package var details: [Hindrance: String] = [:]
    /// Since when there is what keeps the lane from its work.
    private(set) var dates = HindranceDates()

    fileprivate mutating func date(at moment: Moment) {
      dates.note(.consumer, !hasConsumer, at: moment)
      dates.note(.publications, !publishes, at: moment)
      dates.note(.brokerResources, isBlocked, at: moment)
      dates.note(.permission, missingPermission != nil, at: moment)
      dates.note(.store, !storeAnswers, at: moment)
    }
  }

  private let facts = Mutex(Facts())

  /// Begins without a consumer.
  package init(at moment: Moment = .now) {
    facts.withLock { $0.date(at: moment) }
  }

  /// The facts now.
  package var now: Facts { facts.withLock { $0 } }

  /// Changes the facts, and notes since when what has changed is so.
  package func note(at moment: Moment = .now, _ change: (inout sending Facts) -> Void) {
    facts.withLock {
      change(&$0)
      $0.date(at: moment)
    }
  }

  /// Notes that the loop has turned.
  package func turn() {
    facts.withLock { $0.lastTurn = .now }
  }
}
