import Messages
import RideStore
import Rides

/// The messages of the street of one batch within one transaction: read all, decide, write all.
struct DispatchBatch: WritingBatch {
  let tools: HandlerTools
  let answers: Answers
  let store: any RideStore
  let now: Instant
  let supply: Supply
  var work: WorkingSet
  var drafts: [Draft] = []
  var triage: Triage
  var repeats: Repeats
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
    let tools = answers.tools
    self.tools = tools
    self.answers = answers
    self.store = store
    self.now = now
    supply = tools.supply()
    knownTaken = tools.taken.since(supply.takenAt)
    latestSupply = supply
    let messages = triage.accepted.map(\.message)
    // Rides are read before outcomes: another worker may commit between two reads, and a command
    // that finds its ride looked after, but not its own outcome, would end without a word of what
    // it had changed.
    var lookup = Lookup()
    lookup.rides = Set(messages.compactMap(\.intent.ride)).union(rejoined).sorted()
    lookup.outcomes = messages.compactMap { $0.identity(digest: tools.digest)?.key }
    let found = try store.find(lookup)
    work = try WorkingSet(
      rides: found.rides,
      vehicles: Set(messages.compactMap(\.intent.vehicle)),
      askedBy: Set(messages.compactMap(\.intent.dueRide)), in: store)
    repeats = Repeats(found.outcomes)
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
    let identity = accepted.message.identity(digest: tools.digest)
    guard repeats.admits(accepted, identity, in: &triage) else { return }
    if let unreadable = accepted.message.intent.ride.flatMap({ work.unreadable[$0]?.error }) {
      return triage.settle(unreadable: unreadable, accepted)
    }
    if let conflict = conflict(of: accepted.message.intent, identity) {
      return triage.settle(conflict: conflict, accepted)
    }
    if let identity { repeats.expect(identity, at: now) }
    var draft = Draft(accepted, identity)
    do throws(ErrorBody) {
      try take(accepted.message.intent, &draft)
      settleMoney(&draft)
      drafts.append(draft)
    } catch {
      triage.deadLetter(accepted, error)
    }
  }

  private mutating func take(_ intent: Intent, _ draft: inout Draft) throws(ErrorBody) {
    switch intent {
    case .vehicleUpdate(let update):
      try take(update, &draft)
    case .rideUpdate(let report):
      if let refusal = refusal(of: report) {
        draft.answer = .refusal(refusal)
      } else {
        take(report, &draft)
      }
    case .rideDue(let due):
      lookAfter(due, &draft)
    case .rideRefund(let refund): take(refund, &draft)
    case .rideSettlement(let settlement): take(settlement, &draft)
    case .paymentResult(let report): take(report, &draft)
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
