import Messages
import RideStore
import Rides

/// The dispatch messages of one batch, within one transaction: read all, decide, match, write all.
struct DispatchBatch {
  let dependencies: HandlerDependencies
  let now: Instant
  var transaction: BatchTransaction
  /// The rides that have got a vehicle, each with the index of the message that started the search.
  var served: [(index: Int, ride: Ride)] = []

  /// Reads the outcomes, rides and vehicles of the batch's messages, and the rides of vehicles that
  /// report again.
  init(
    _ triage: Triage, rejoined: Set<RideIdentifier>, answers: Answers, store: any RideStore,
    since begun: Instant
  ) throws(StoreError) {
    dependencies = answers.dependencies
    let matching = VehicleMatching(dependencies, store: store, at: begun)
    let messages = triage.accepted.map(\.message)
    // Rides are read before outcomes. Another worker may commit between two reads, and a command
    // that finds its ride processed but not its own outcome would publish nothing.
    var lookup = Lookup()
    lookup.rides = Set(messages.compactMap(\.intent.rideIdentifier)).union(rejoined).sorted()
    lookup.outcomes = messages.compactMap {
      $0.identity(digest: answers.dependencies.digest)?.key
    }
    let found = try store.find(lookup)
    let work = try UnitOfWork(
      rides: found.rides,
      vehicles: Set(messages.compactMap(\.intent.vehicleIdentifier)),
      askedBy: Set(messages.compactMap(\.intent.dueRide)), in: store)
    transaction = BatchTransaction(
      triage, outcomes: found.outcomes, work: work, matching: matching, answers: answers,
      store: store, since: begun)
    now = transaction.now
  }

  /// Decides and writes, and returns the outcomes.
  ///
  /// The caller commits.
  mutating func outcomes() throws(StoreError) -> [Outcome] {
    for accepted in transaction.triage.accepted { decide(accepted) }
    try transaction.store.save(transaction.work.savedVehicles)
    try transaction.store.release(transaction.work.releases)
    try assignVehicles()
    try transaction.searchWaitingRides(for: freeVehicles())
    return try transaction.write()
  }

  private mutating func decide(_ accepted: Triage.Accepted) {
    let identity = accepted.message.identity(digest: dependencies.digest)
    guard transaction.deduplicator.admits(accepted, identity, in: &transaction.triage) else {
      return
    }
    let ride = accepted.message.intent.rideIdentifier
    if let unreadable = ride.flatMap({ transaction.work.unreadable[$0]?.error }) {
      return transaction.triage.settle(unreadable: unreadable, accepted)
    }
    if let conflict = conflict(of: accepted.message.intent, identity) {
      return transaction.triage.settle(conflict: conflict, accepted)
    }
    if let identity { transaction.deduplicator.expect(identity, at: now) }
    var decision = Decision(accepted, identity)
    do throws(RequestError) {
      try apply(accepted.message.intent, &decision)
      billAndPay(&decision)
      transaction.decisions.append(decision)
    } catch {
      transaction.triage.deadLetter(accepted, error)
    }
  }

  private mutating func apply(_ intent: Intent, _ decision: inout Decision) throws(RequestError) {
    guard let intent = DispatchQueueIntent(intent) else {
      preconditionFailure("the queue of dispatch messages carries no riders' intents")
    }
    switch intent {
    case .vehicleUpdate(let update):
      try apply(update, &decision)
    case .rideUpdate(let report):
      if let refusal = refusal(of: report) {
        decision.answer = .refusal(refusal)
      } else {
        apply(report, &decision)
      }
    case .rideDue(let due):
      process(due, &decision)
    case .rideRefund(let refund): apply(refund, &decision)
    case .rideSettlement(let settlement): apply(settlement, &decision)
    case .paymentResult(let report): apply(report, &decision)
    }
  }
}

extension Intent {
  /// The ride of a due command.
  fileprivate var dueRide: RideIdentifier? {
    guard case .rideDue(let due) = self else { return nil }
    return due.rideIdentifier
  }
}
