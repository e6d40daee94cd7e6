import Messages
import RideStore
import Rides

/// The bookings of one batch within one transaction: read all, decide, claim all, write all.
struct BookingBatch {
  let tools: HandlerTools
  let answers: Answers
  let now: Instant
  private let store: any RideStore
  private var triage: Triage
  private var repeats: Repeats
  private var slots: [RiderIdentifier: Set<Int>] = [:]
  /// The rides that messages of these ids have made, even if their outcomes are pruned.
  private let made: Set<RideIdentifier>
  private var drafts: [BookingDraft] = []

  /// Reads what is known of the batch's messages and riders.
  init(
    _ triage: Triage, tools: HandlerTools, answers: Answers, store: any RideStore, at now: Instant
  ) throws(StoreError) {
    self.triage = triage
    self.tools = tools
    self.answers = answers
    self.store = store
    self.now = now
    var keys: [OutcomeKey] = []
    var riders: Set<RiderIdentifier> = []
    var rides: Set<RideIdentifier> = []
    for accepted in triage.accepted {
      guard let identity = accepted.message.identity(digest: tools.digest) else { continue }
      let rider = accepted.message.requestRide.riderIdentifier
      keys.append(identity.key)
      riders.insert(rider)
      rides.insert(
        tools.rideIdentifier(rider: rider, messageIdentifier: identity.key.messageIdentifier))
    }
    repeats = try Repeats(keys, in: store)
    made = Set(try store.rides(rides.sorted()).keys)
    for ride in try store.unfinishedRides(of: riders.sorted()) {
      guard let slot = ride.slot else { continue }
      slots[ride.riderIdentifier, default: []].insert(slot)
    }
  }

  /// Handles the batch and gives back its outcomes; the caller commits.
  mutating func outcomes() throws(StoreError) -> [Outcome] {
    let supply = tools.supply()
    decide(Booking(tools: tools, supply: supply, now: now))
    try claimVehicles(from: supply)
    let (changes, stored) = try keep()
    for (draft, outcome) in zip(drafts, stored) {
      triage.settle(draft.accepted, told(draft, outcome, changes))
    }
    try repeats.settle(in: &triage, beside: changes, from: store)
    return triage.settled()
  }

  private mutating func decide(_ booking: Booking) {
    for accepted in triage.accepted {
      guard let identity = accepted.message.identity(digest: tools.digest) else {
        preconditionFailure("a booking without an id does not pass the decoder")
      }
      if repeats.admits(accepted, identity, in: &triage) { draft(accepted, identity, booking) }
    }
  }

  private mutating func draft(
    _ accepted: Triage.Accepted, _ identity: StoredOutcome.Identity, _ booking: Booking
  ) {
    let intent = accepted.message.requestRide
    let identifier = tools.rideIdentifier(
      rider: intent.riderIdentifier, messageIdentifier: identity.key.messageIdentifier)
    guard !made.contains(identifier) else {
      // Inserting it again would be refused each time, and would hold up the whole batch.
      return triage.settle(
        conflict: Repeats.conflict(identity.key, "ride \(identifier), long ago"), accepted)
    }
    let result: Result<Ride, Refusal>
    do throws(Refusal) {
      let ride = try booking.ride(
        for: intent, identifier: identifier, slotsTaken: slots[intent.riderIdentifier] ?? [])
      slots[intent.riderIdentifier, default: []].insert(ride.slot)
      result = .success(ride)
    } catch {
      result = .failure(error)
    }
    drafts.append(BookingDraft(accepted, identity, result))
    repeats.expect(identity, at: now)
  }

  /// Claims the nearest free vehicle for each new ride; a ride that gets none waits.
  private mutating func claimVehicles(from supply: Supply) throws(StoreError) {
    var candidates = VehicleCandidates(supply)
    var claims: [VehicleClaim] = []
    for draft in drafts {
      guard let ride = draft.ride, let vehicle = candidates.pick(for: ride) else { continue }
      claims.append(
        VehicleClaim(
          vehicleIdentifier: vehicle, rideIdentifier: ride.status.rideIdentifier))
    }
    guard !claims.isEmpty else { return }
    let granted = try store.claim(claims)
    let vehicles = try store.vehicles(granted.map(\.vehicleIdentifier).sorted())
    let byRide = Dictionary(
      granted.map { ($0.rideIdentifier, $0.vehicleIdentifier) }, uniquingKeysWith: { $1 })
    for index in drafts.indices {
      guard let ride = drafts[index].ride,
        let vehicle = byRide[ride.status.rideIdentifier].flatMap({ vehicles[$0] })
      else { continue }
      let pickup = tools.quoter.estimatedPickup(of: ride, from: vehicle.location, at: now)
      drafts[index].assign(vehicle, estimatedPickup: pickup, at: now)
    }
  }

  /// Writes the rides, their changes and the outcomes.
  private mutating func keep() throws(StoreError) -> (
    changes: [StatusChangeKey: StatusChange], stored: [StoredOutcome]
  ) {
    guard !drafts.isEmpty else { return ([:], []) }
    var encoder = ResponseEncoder()
    var changes: [StatusChange] = []
    var stored: [StoredOutcome] = []
    for draft in drafts {
      let own = draft.statuses.map {
        StatusChange(
          of: $0, encoded: encoder.rideStatus($0), context: draft.accepted.message.context)
      }
      let outcome = self.outcome(of: draft, changes: own, &encoder)
      changes += own
      stored.append(outcome)
      repeats.remember(outcome)
    }
    try store.insert(drafts.compactMap(\.ride).map { RideRecord($0) })
    try store.append(changes)
    try store.store(stored)
    return (Dictionary(changes.map { ($0.key, $0) }, uniquingKeysWith: { $1 }), stored)
  }
}
