package import Rides

/// The figures of the whole fleet, and the lease of the worker that reports them.
package protocol FigureStore {
  /// Counts the unfinished work of the fleet; never locked.
  ///
  /// What it costs does not grow with the rides that have ended. Each figure is as it was at some
  /// moment of the reading, unless a transaction that reads makes them one.
  func fleetFigures(at instant: Instant) throws(StoreError) -> FleetFigures

  /// Takes or renews the lease of that name until an instant; returns whether the holder has it.
  ///
  /// A lease of another holder can be acquired after its expiry. With an `until` not later than
  /// `now` the lease is released: another holder can acquire it at once. If the database has a
  /// clock, that clock counts, and `now` only determines the duration of the lease.
  func lease(
    _ name: String, holder: String, until: Instant, at now: Instant
  ) throws(StoreError) -> Bool
}

/// What the fleet has under way, as the database has it.
package struct FleetFigures: Hashable, Sendable {
  /// A number, and since when the oldest of the counted ones has been in its state.
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

  /// Payments of one kind and one state.
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

/// One count among the fleet's figures, as a database returns it: a row for each.
package struct FigureCount: Hashable, Sendable, RowDecodable {
  /// What is counted.
  package enum Subject: Hashable, Sendable {
    case phase(RidePhase)
    case waiting
    case deadLetters(DeadLetterRecord.State)
    case subscriptions

    /// The subject of a row; nil for a word that this build does not know.
    package init?(_ name: String, state: String) {
      switch name {
      case "phase":
        guard let phase = RidePhase(rawValue: state) else { return nil }
        self = .phase(phase)
      case "waiting": self = .waiting
      case "dead letters":
        guard let state = DeadLetterRecord.State(rawValue: state) else { return nil }
        self = .deadLetters(state)
      case "subscriptions": self = .subscriptions
      default: return nil
      }
    }
  }

  private let subject: Subject
  private let tally: FleetFigures.Tally

  /// Reads the kind and state of a count, the count, and the time of the oldest.
  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    let (name, state, count) = (try row.text(), try row.text(), try row.int())
    guard let known = Subject(name, state: state) else {
      throw row.damaged("no figure of \(name) in state \(state)")
    }
    subject = known
    tally = FleetFigures.Tally(count: count, oldest: try row.optionalInstant())
  }

  /// Puts the count where it belongs.
  package func add(to figures: inout FleetFigures) {
    switch subject {
    case .phase(let phase): figures.phases[phase] = tally
    case .waiting: figures.waiting = tally
    case .deadLetters(let state): figures.deadLetters[state] = tally
    case .subscriptions: figures.subscriptions = tally.count
    }
  }
}
