import Messages
import RideStore
import Rides

/// The messages of one batch within one transaction: read all, decide, write all.
protocol WritingBatch {
  var dependencies: HandlerDependencies { get }
  var answers: Answers { get }
  var store: any RideStore { get }
  var now: Instant { get }
  var supply: Supply { get }
  /// The vehicles of the snapshot that batches before this one knew to be taken; there may be
  /// thousands, so they are looked at and never copied.
  var knownTaken: Set<VehicleIdentifier> { get }
  /// Those that this batch has taken, or found taken.
  var taken: Set<VehicleIdentifier> { get set }
  var work: UnitOfWork { get set }
  var decisions: [Decision] { get }
  var triage: Triage { get set }
  var deduplicator: Deduplicator { get set }
}

extension WritingBatch {
  /// The places of the rides in `waiting` that wait after the changes of this batch, without those
  /// in `rides`, in the same order.
  func stillWaiting(_ waiting: [Ride], without rides: Set<RideIdentifier>) -> [WaitingPlace] {
    waiting.compactMap { read in
      let ride = work.rides[read.status.rideIdentifier] ?? read
      guard ride.isWaiting, !rides.contains(ride.status.rideIdentifier) else { return nil }
      return WaitingPlace(ride)
    }
  }

  /// Writes the rides, their changes, their books and the outcomes, settles each message, and
  /// tells the repeats again.
  mutating func keep() throws(StoreError) {
    renewRequesters()
    var encoder = ResponseEncoder()
    var statuses = EncodedStatuses()
    var changes: [StatusChangeKey: StatusChange] = [:]
    changes.reserveCapacity(decisions.count)
    var stored: [StoredOutcome] = []
    stored.reserveCapacity(decisions.count)
    for decision in decisions {
      let context = decision.accepted.message.context
      let own = decision.statuses.map {
        StatusChange(of: $0, encoded: statuses.change($0), context: context)
      }
      for change in own { changes[change.key] = change }
      let outcome = decision.outcome(changes: own, at: now, &encoder)
      if decision.isKept {
        stored.append(outcome)
        deduplicator.remember(outcome)
      }
      if let use = decision.quoteUse { stored.append(StoredOutcome(use, at: now)) }
      var told = answers.told(
        outcome, changes: changes, to: decision.accepted.message, note: decision.note)
      told.publications += answers.ends(decision.ended)
      triage.settle(decision.accepted, told)
    }
    // A ride that ends here makes room for the next of its rider, booked in the same batch.
    try store.update(work.rideUpdates(statuses, at: now))
    try store.insert(work.insertions(statuses, at: now))
    try store.append(changes.values.sorted { $0.key < $1.key })
    try store.append(decisions.flatMap { $0.money.transactions.flatMap(\.records) })
    try store.store(stored)
    try deduplicator.settle(in: &triage, beside: changes, rides: work.rides, from: store)
    for accepted in deduplicator.repeated {
      triage.add(answers.ends(ends(toldAgainBy: accepted.message)), to: accepted)
    }
  }
}
