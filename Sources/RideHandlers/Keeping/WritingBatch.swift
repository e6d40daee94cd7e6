import Messages
import RideStore
import Rides

/// The messages of one batch within one transaction: read all, decide, write all.
protocol WritingBatch {
  var tools: HandlerTools { get }
  var answers: Answers { get }
  var store: any RideStore { get }
  var now: Instant { get }
  var supply: Supply { get }
  /// The vehicles of the snapshot that batches before this one knew to be taken; there may be
  /// thousands, so they are looked at and never copied.
  var knownTaken: Set<VehicleIdentifier> { get }
  /// Those that this batch has taken, or found taken.
  var taken: Set<VehicleIdentifier> { get set }
  var work: WorkingSet { get set }
  var drafts: [Draft] { get }
  var triage: Triage { get set }
  var repeats: Repeats { get set }
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
    changes.reserveCapacity(drafts.count)
    var stored: [StoredOutcome] = []
    stored.reserveCapacity(drafts.count)
    for draft in drafts {
      let context = draft.accepted.message.context
      let own = draft.statuses.map {
        StatusChange(of: $0, encoded: statuses.change($0), context: context)
      }
      for change in own { changes[change.key] = change }
      let outcome = draft.outcome(changes: own, at: now, &encoder)
      if draft.isKept {
        stored.append(outcome)
        repeats.remember(outcome)
      }
      if let use = draft.quoteUse { stored.append(StoredOutcome(use, at: now)) }
      var told = answers.told(
        outcome, changes: changes, to: draft.accepted.message, note: draft.note)
      told.publications += answers.ends(draft.ended)
      triage.settle(draft.accepted, told)
    }
    // A ride that ends here makes room for the next of its rider, booked in the same batch.
    try store.update(work.rideUpdates(statuses, at: now))
    try store.insert(work.insertions(statuses, at: now))
    try store.append(changes.values.sorted { $0.key < $1.key })
    try store.append(drafts.flatMap { $0.money.transactions.flatMap(\.records) })
    try store.store(stored)
    try repeats.settle(in: &triage, beside: changes, rides: work.rides, from: store)
    for accepted in repeats.repeated {
      triage.add(answers.ends(ends(toldAgainBy: accepted.message)), to: accepted)
    }
  }
}
