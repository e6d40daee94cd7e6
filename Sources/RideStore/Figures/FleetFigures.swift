package import Rides

/// What the fleet has under way, as the database has it.
package struct FleetFigures: Hashable, Sendable {
  /// How many there are of something, and since when the oldest of them is what it is.
  package struct Tally: Hashable, Sendable {
    package private(set) var count: Int
    /// Nil where there are none.
    package private(set) var oldest: Instant?

    package init(count: Int = 0, oldest: Instant? = nil) {
      self.count = count
      self.oldest = oldest
    }

    /// Counts one more.
    package mutating func add(since instant: Instant) {
      count += 1
      oldest = oldest.map { min($0, instant) } ?? instant
    }
  }

  /// Payments of one kind that stand alike.
  package struct PaymentGroup: Hashable, Sendable {
    package var kind: OpenPayment.Kind
    package var state: OpenPayment.State

    package init(_ kind: OpenPayment.Kind, _ state: OpenPayment.State) {
      self.kind = kind
      self.state = state
    }
  }

  /// The unfinished rides, and the earliest last change of a status among those of a phase; a phase
  /// without rides is absent.
  package var phases: [RidePhase: Tally] = [:]
  /// The rides that wait for a vehicle, and since when the longest waiting one waits.
  package var waiting = Tally()
  /// The payments that have not ended, and those that have failed in the last days; a group without
  /// payments is absent.
  package var payments: [PaymentGroup: Tally] = [:]
  /// The stored dead letters by state, and when the oldest of them failed; a state without letters
  /// is absent.
  package var deadLetters: [DeadLetterRecord.State: Tally] = [:]
  /// The subscriptions to the updates of rides.
  package var subscriptions = 0

  package init() {}

  /// Counts those of a ride's payments that count at an instant.
  package mutating func add(_ payments: [OpenPayment], at instant: Instant) {
    for payment in payments where payment.countsUntil > instant {
      self.payments[PaymentGroup(payment.kind, payment.state), default: Tally()]
        .add(since: payment.since)
    }
  }
}
