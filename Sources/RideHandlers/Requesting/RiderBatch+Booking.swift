import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Makes a ride of a request, or says why there is none.
  mutating func book(
    _ intent: RequestRideIntent, _ identifier: RideIdentifier?, _ accepted: Triage.Accepted,
    _ identity: StoredOutcome.Identity
  ) {
    guard let identifier else {
      preconditionFailure("a request with an id names the ride that it makes")
    }
    if let ride = work.rides[identifier] {
      // Inserting it again would be refused each time, and would hold up the whole batch.
      return triage.settle(
        conflict: Repeats.conflict(identity.key, "ride \(identifier), long ago"), accepted,
        showing: ride.status)
    }
    var draft = Draft(accepted, identity)
    do throws(Refusal) {
      try debts.check(intent.riderIdentifier, work)
      var ride = try Booking(tools: tools, supply: supply, now: now).ride(
        for: intent, identifier: identifier, slotsTaken: slots[intent.riderIdentifier] ?? [])
      draft.money = try tools.arrangePayment(of: &ride, at: now)
      slots[intent.riderIdentifier, default: []].insert(ride.slot)
      work.insert(ride)
      draft.statuses = [ride.status]
      draft.answer = .booking(tools.quoter.policies(of: ride.area)?.bookingCodes ?? .classic)
    } catch {
      draft.answer = .refusal(error)
    }
    add(draft)
  }

  /// Claims the nearest free vehicle for each new ride that waits, but for those that rides before
  /// it in the waiting list could take; one that gets none has a search begun for it.
  mutating func claimVehicles() throws(StoreError) {
    let rides = drafts.compactMap(waitingRide)
    var candidates = VehicleCandidates(supply)
    let claims = candidates.claims(
      for: Set(rides.map(\.status.rideIdentifier)),
      in: try otherWaitingRides(than: rides, in: supply) + rides)
    if !claims.isEmpty { try assign(try store.claim(claims)) }
    for index in drafts.indices {
      if let ride = waitingRide(of: drafts[index]) {
        drafts[index].searches = [ride.status.rideIdentifier]
      }
    }
  }

  private mutating func assign(_ granted: [VehicleClaim]) throws(StoreError) {
    let vehicles = try store.vehicles(granted.map(\.vehicleIdentifier).sorted())
    let byRide = Dictionary(
      granted.map { ($0.rideIdentifier, $0.vehicleIdentifier) }, uniquingKeysWith: { $1 })
    for index in drafts.indices {
      guard var ride = waitingRide(of: drafts[index]),
        let vehicle = byRide[ride.status.rideIdentifier].flatMap({ vehicles[$0] })
      else { continue }
      ride.assign(vehicle, by: tools.quoter, at: now)
      work.put(ride)
      drafts[index].statuses.append(ride.status)
    }
  }

  /// The ride that a booking has made, while it waits for a vehicle.
  private func waitingRide(of draft: Draft) -> Ride? {
    guard case .booking = draft.answer,
      let ride = draft.statuses.last.flatMap({ work.rides[$0.rideIdentifier] }), ride.isWaiting
    else { return nil }
    return ride
  }
}

extension Quoter {
  /// What the operator has decided for the area of that key.
  func policies(of area: String) -> Policies? {
    catalogue.serviceAreas.first { $0.key == area }?.policies
  }
}
