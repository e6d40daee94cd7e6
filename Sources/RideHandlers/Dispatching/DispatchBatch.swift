import Messages
import RideStore
import Rides

/// The messages of the street of one batch within one transaction: read all, decide, write all.
struct DispatchBatch {
  let tools: HandlerTools
  let answers: Answers
  let store: any RideStore
  let now: Instant
  var street: Street
  var drafts: [DispatchDraft] = []
  private var triage: Triage
  private var repeats: Repeats

  /// Reads what is known of the batch's messages, rides and vehicles.
  init(
    _ triage: Triage, tools: HandlerTools, answers: Answers, store: any RideStore, at now: Instant
  ) throws(StoreError) {
    self.triage = triage
    self.tools = tools
    self.answers = answers
    self.store = store
    self.now = now
    let messages = triage.accepted.map(\.message)
    repeats = try Repeats(
      messages.compactMap { $0.identity(digest: tools.digest)?.key }, in: store)
    street = try Street(
      rides: Set(messages.compactMap(\.intent.ride)),
      vehicles: Set(messages.compactMap(\.intent.vehicle)), in: store)
  }

  /// Handles the batch and gives back its outcomes; the caller commits.
  mutating func outcomes() throws(StoreError) -> [Outcome] {
    for accepted in triage.accepted { decide(accepted) }
    try store.save(street.savedVehicles)
    try store.release(street.releases)
    try assignVehicles()
    try findWaitingRides()
    let changes = try keep()
    try repeats.settle(in: &triage, beside: changes, from: store)
    return triage.settled()
  }

  private mutating func decide(_ accepted: Triage.Accepted) {
    let identity = accepted.message.identity(digest: tools.digest)
    guard repeats.admits(accepted, identity, in: &triage) else { return }
    if let identity { repeats.expect(identity, at: now) }
    var draft = DispatchDraft(accepted: accepted, identity: identity)
    do throws(ErrorBody) {
      try take(accepted.message.intent, &draft)
      drafts.append(draft)
    } catch {
      triage.deadLetter(accepted, error)
    }
  }

  private mutating func take(_ intent: Intent, _ draft: inout DispatchDraft) throws(ErrorBody) {
    switch intent {
    case .vehicleUpdate(let update):
      let known = street.vehicles[update.vehicleIdentifier]
      guard let vehicle = try VehicleReport.merged(update, into: known, at: now) else { return }
      street.put(vehicle)
    case .rideUpdate(let report):
      take(report, &draft)
    case .rideDue(let due):
      // Vehicles are given after all reports of the batch are known.
      if street.rides[due.rideIdentifier]?.isWaiting == true { draft.seeking = due.rideIdentifier }
    case .listRideOptions, .requestRide, .getRideStatus:
      preconditionFailure("the queue of the street carries no riders' intents")
    }
  }

  private mutating func take(_ report: RideUpdateReport, _ draft: inout DispatchDraft) {
    guard var ride = street.rides[report.rideIdentifier] else {
      draft.refusal = Refusal(
        .unknownRide, "there is no ride \(report.rideIdentifier)", path: "rideIdentifier")
      return
    }
    do throws(Refusal) {
      let effect = try ride.apply(
        report.event, by: report.vehicleIdentifier, at: report.occurredAt, now: now)
      guard effect.hasChanged else { return }
      if effect.freesVehicle {
        street.release(report.vehicleIdentifier, of: report.rideIdentifier)
      } else if let vehicle = street.vehicles[report.vehicleIdentifier] {
        ride.status.vehicle = vehicle.vehicle
      }
      street.put(ride)
      draft.statuses.append(ride.status)
      if ride.isWaiting { draft.searches.append(report.rideIdentifier) }
    } catch {
      draft.refusal = error
    }
  }

  /// Writes the rides, their changes and the outcomes, and settles each message.
  private mutating func keep() throws(StoreError) -> [StatusChangeKey: StatusChange] {
    var encoder = ResponseEncoder()
    var changes: [StatusChangeKey: StatusChange] = [:]
    var stored: [StoredOutcome] = []
    for draft in drafts {
      let own = draft.statuses.map {
        StatusChange(
          of: $0, encoded: encoder.rideStatus($0), context: draft.accepted.message.context)
      }
      for change in own { changes[change.key] = change }
      let outcome = self.outcome(of: draft, changes: own, &encoder)
      if draft.isKept {
        stored.append(outcome)
        repeats.remember(outcome)
      }
      triage.settle(draft.accepted, told(draft, outcome, changes))
    }
    try store.update(street.rideUpdates)
    try store.append(changes.values.sorted { $0.key < $1.key })
    try store.store(stored)
    return changes
  }
}

extension Intent {
  /// The ride that a message of the street is about.
  fileprivate var ride: RideIdentifier? {
    switch self {
    case .rideUpdate(let report): report.rideIdentifier
    case .rideDue(let due): due.rideIdentifier
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
}
