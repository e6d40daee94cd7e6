import Messages
import RideStore
import Rides

/// The messages of the street of one batch within one transaction: read all, decide, write all.
struct DispatchBatch: WritingBatch {
  let dependencies: HandlerDependencies
  let answers: Answers
  let store: any RideStore
  let now: Instant
  let supply: Supply
  var work: UnitOfWork
  var decisions: [Decision] = []
  var triage: Triage
  var deduplicator: Deduplicator
  let knownTaken: Set<VehicleIdentifier>
  var taken: Set<VehicleIdentifier> = []
  /// The vehicles as the batch has last seen them.
  var latestSupply: Supply
  /// The rides that have got a vehicle, each with the message that had it sought.
  var served: [(index: Int, ride: Ride)] = []

  /// Reads what is known of the batch's messages, rides and vehicles, and rides whose vehicles are
  /// back.
  init(
    _ triage: Triage, rejoined: Set<RideIdentifier>, answers: Answers, store: any RideStore,
    at now: Instant
  ) throws(StoreError) {
    self.triage = triage
    let dependencies = answers.dependencies
    self.dependencies = dependencies
    self.answers = answers
    self.store = store
    self.now = now
    supply = dependencies.supply()
    knownTaken = dependencies.taken.since(supply.takenAt)
    latestSupply = supply
    let messages = triage.accepted.map(\.message)
    // Rides are read before outcomes: another worker may commit between two reads, and a command
    // that finds its ride looked after, but not its own outcome, would end without a word of what
    // it had changed.
    var lookup = Lookup()
    lookup.rides = Set(messages.compactMap(\.intent.ride)).union(rejoined).sorted()
    lookup.outcomes = messages.compactMap { $0.identity(digest: dependencies.digest)?.key }
    let found = try store.find(lookup)
    work = try UnitOfWork(
      rides: found.rides,
      vehicles: Set(messages.compactMap(\.intent.vehicle)),
      askedBy: Set(messages.compactMap(\.intent.dueRide)), in: store)
    deduplicator = Deduplicator(found.outcomes)
  }

  /// Handles the batch and gives back its outcomes; the caller commits.
  mutating func outcomes() throws(StoreError) -> [Outcome] {
    for accepted in triage.accepted { decide(accepted) }
    try store.save(work.savedVehicles)
    try store.release(work.releases)
    try assignVehicles()
    try findWaitingRides()
    try keep()
    return triage.settled()
  }

  private mutating func decide(_ accepted: Triage.Accepted) {
    let identity = accepted.message.identity(digest: dependencies.digest)
    guard deduplicator.admits(accepted, identity, in: &triage) else { return }
    if let unreadable = accepted.message.intent.ride.flatMap({ work.unreadable[$0]?.error }) {
      return triage.settle(unreadable: unreadable, accepted)
    }
    if let conflict = conflict(of: accepted.message.intent, identity) {
      return triage.settle(conflict: conflict, accepted)
    }
    if let identity { deduplicator.expect(identity, at: now) }
    var decision = Decision(accepted, identity)
    do throws(RequestError) {
      try take(accepted.message.intent, &decision)
      settleMoney(&decision)
      decisions.append(decision)
    } catch {
      triage.deadLetter(accepted, error)
    }
  }

  private mutating func take(_ intent: Intent, _ decision: inout Decision) throws(RequestError) {
    switch intent {
    case .vehicleUpdate(let update):
      try take(update, &decision)
    case .rideUpdate(let report):
      if let refusal = refusal(of: report) {
        decision.answer = .refusal(refusal)
      } else {
        take(report, &decision)
      }
    case .rideDue(let due):
      lookAfter(due, &decision)
    case .rideRefund(let refund): take(refund, &decision)
    case .rideSettlement(let settlement): take(settlement, &decision)
    case .paymentResult(let report): take(report, &decision)
    default:
      preconditionFailure("the queue of the street carries no riders' intents")
    }
  }
}

extension Intent {
  /// The ride that a message of the street is about.
  fileprivate var ride: RideIdentifier? {
    switch self {
    case .rideUpdate(let report): report.rideIdentifier
    case .rideDue(let due): due.rideIdentifier
    case .rideRefund(let refund): refund.rideIdentifier
    case .rideSettlement(let settlement): settlement.rideIdentifier
    case .paymentResult(let report): report.rideIdentifier
    default: nil
    }
  }

  /// The vehicle that a message of the street is about.
  fileprivate var vehicle: VehicleIdentifier? {
    switch self {
    case .vehicleUpdate(let update): update.vehicleIdentifier
    case .rideUpdate(let report): report.vehicleIdentifier
    default: nil
    }
  }

  /// The ride that a command asks to be looked after.
  fileprivate var dueRide: RideIdentifier? {
    guard case .rideDue(let due) = self else { return nil }
    return due.rideIdentifier
  }
}
