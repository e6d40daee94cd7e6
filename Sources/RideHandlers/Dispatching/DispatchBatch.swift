import Messages
import RideStore
import Rides

/// The dispatch messages of one batch: what was read for them, and the decisions.
struct DispatchBatch {
  let dependencies: HandlerDependencies
  var decisions: BatchDecisions
  /// The rides that have got a vehicle, each with the index of the message that started the search.
  var served: [(index: Int, ride: Ride)] = []
  /// What drivers' reports have shown of estimates.
  var estimateErrors: [EstimateError] = []

  var now: Instant { decisions.now }

  /// Reads the outcomes, rides and vehicles of the batch's messages, and the rides of vehicles that
  /// report again.
  init(
    _ triage: Triage, rejoined: Set<RideIdentifier>, answers: Answers, store: any RideStore,
    since begun: Instant
  ) throws(StoreError) {
    dependencies = answers.dependencies
    let messages = triage.accepted.map(\.message)
    // Rides are read before outcomes. Another worker may commit between two reads, and a command
    // that finds its ride processed but not its own outcome would publish nothing.
    var lookup = Lookup()
    lookup.rides = Set(messages.compactMap(\.intent.rideIdentifier)).union(rejoined).sorted()
    lookup.outcomes = messages.compactMap(\.outcomeKey)
    let found = try store.find(lookup)
    let work = try UnitOfWork(
      rides: found.rides,
      vehicles: Set(messages.compactMap { $0.intent.vehicleIdentifier ?? $0.intent.planned }),
      askedBy: Set(messages.compactMap(\.intent.dueRide)),
      committedTo: Set(messages.compactMap { $0.intent.endedRide ?? $0.intent.helpedRide }),
      in: store)
    decisions = BatchDecisions(
      triage, outcomes: found.outcomes, work: work, dependencies: dependencies, since: begun)
  }

  /// Decides about the messages in their order.
  mutating func decide() {
    for accepted in decisions.triage.accepted { decide(accepted) }
  }

  private mutating func decide(_ accepted: Triage.Accepted) {
    let message = accepted.message
    let identity = message.identity(digest: dependencies.digest)
    guard decisions.admits(accepted, identity) else { return }
    if let unreadable = decisions.unreadable(
      message.intent.rideIdentifier, for: message.intent.riderIdentifier)
    {
      return decisions.triage.settle(unreadable: unreadable, accepted)
    }
    var decision = Decision(accepted, identity)
    switch DispatchQueueIntent(message.intent) {
    case .vehicleUpdate, .vehiclePosition:
      do throws(RequestError) {
        try applyReport(&decision)
      } catch {
        return decisions.triage.deadLetter(accepted, error)
      }
      decisions.add(decision, paying: nil)
    case .rideUpdate(let report):
      apply(report, &decision)
      bill(report.rideIdentifier, report, &decision)
      let isPaid = !decision.statuses.isEmpty || !decision.money.isEmpty
      decisions.add(decision, paying: isPaid ? report.rideIdentifier : nil)
    case .rideDue(let due): lookAfter(due, decision)
    case .rideRefund(let refund):
      if let conflict = conflict(of: refund, identity) {
        return decisions.triage.settle(conflict: conflict, accepted)
      }
      apply(refund, &decision)
      decisions.add(decision, paying: refund.rideIdentifier)
    case .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment: intervene(decision)
    case .sos, .rideSOS: help(decision)
    case .rideSettlement(let settlement): settle(settlement, decision)
    case .paymentResult(let report):
      apply(report, &decision)
      decisions.add(decision, paying: report.rideIdentifier)
    case nil: preconditionFailure("\(message.type) is no dispatch message")
    }
  }

  private mutating func settle(_ settlement: RideSettlement, _ decision: consuming Decision) {
    if let conflict = conflict(of: settlement, decision.identity) {
      return decisions.triage.settle(conflict: conflict, decision.accepted)
    }
    apply(settlement, &decision)
    decisions.add(decision, paying: settlement.rideIdentifier)
  }

  private mutating func lookAfter(_ due: RideDue, _ decision: consuming Decision) {
    process(due, &decision)
    let hasEnded = decision.notices.contains(.absent(.endedUnreported))
    if hasEnded { bill(due.rideIdentifier, nil, &decision) }
    // Also a fare that is held has changed the ride.
    let isPaid = hasEnded || !decision.money.isEmpty
    decisions.add(decision, paying: isPaid ? due.rideIdentifier : nil)
  }
}
