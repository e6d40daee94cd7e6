import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Creates the ride of a request, or refuses the request.
  mutating func book(_ intent: RequestRideIntent, _ message: RiderMessage) {
    guard let identifier = message.ride, let identity = message.identity else {
      preconditionFailure("a booking without an id does not pass the decoder")
    }
    if let ride = decisions.rides[identifier] {
      // Another insert would fail each time, and delay the whole batch.
      return decisions.triage.settle(
        conflict: Deduplicator.conflict(identity.key, "ride \(identifier), long ago"),
        message.accepted, showing: ride.status)
    }
    var decision = Decision(message.accepted, identity)
    do throws(Refusal) {
      try debts.check(intent.riderIdentifier, decisions.rides)
      var ride = try ride(identifier, of: intent.riderIdentifier, message)
      ride.declinedBy = avoided[intent.riderIdentifier] ?? []
      decision.money = try decisions.payments.arrange(&ride)
      slots[intent.riderIdentifier, default: RiderSlots()].hold(ride.slot)
      decisions.insert(ride)
      decision.quoteUse = message.quoteUse
      decision.statuses = [ride.status]
      decision.product = ride.product
      decision.answer = .booking(
        dependencies.quoter.policies(of: ride.area)?.bookingCodes ?? .classic)
    } catch {
      decision.answer = .refusal(error)
    }
    add(decision)
  }

  /// The requested ride, by the current state of the batch.
  func ride(
    _ identifier: RideIdentifier, of rider: RiderIdentifier, _ message: RiderMessage
  ) throws(Refusal) -> Ride {
    if isQuoteUsed(by: message), var request = message.request {
      request.claims = request.claims?.flatMap { _ in .failure(QuoteTokens.used) }
      _ = try RideProposal(request, quoter: dependencies.quoter, supply: supply, at: now)
    }
    guard let proposal = message.proposal else {
      preconditionFailure("each request for a ride has a proposal")
    }
    return try proposal.get().ride(
      identifier, slots: slots[rider] ?? RiderSlots(), quoter: dependencies.quoter, at: now)
  }

  /// The products of the booked rides, each with the code of its answer.
  var booked: [(product: ProductKey, code: ResponseCode)] {
    decisions.all.indices.compactMap { index in
      decisions.all[index].product.map { ($0, decisions.all[index].code) }
    }
  }

  /// Whether the quote of a message has booked a ride, earlier or in this batch.
  func isQuoteUsed(by message: RiderMessage) -> Bool {
    message.quoteUse.map { decisions.isKnown($0.key) } ?? false
  }

  /// Claims the nearest free vehicle for each new ride that waits, except vehicles that rides
  /// before it in the waiting list could take; of the rides without one, some search all vehicles.
  mutating func claimVehicles(by matching: inout VehicleMatching) throws(StoreError) {
    let waiting = waitingBookings
    if waiting.contains(where: { supply.freeVehicles(of: $0.place.product) > 0 }) {
      let places = waiting.map(\.place)
      let others = decisions.stillWaiting(
        supply.served(of: waitingRides), except: Set(places.map(\.rideIdentifier)))
      let vehicles = try matching.claim(forNew: places, after: others)
      for (index, place) in waiting {
        guard let vehicle = vehicles[place.rideIdentifier] else { continue }
        _ = decisions.assign(vehicle, to: place.rideIdentifier, by: index, inOneChange: true)
      }
    }
    let left = waitingBookings
    let indices = Dictionary(
      left.map { ($0.place.rideIdentifier, $0.index) }, uniquingKeysWith: { $1 })
    for ride in supply.searchers(among: left.map(\.place)) {
      if let index = indices[ride] { decisions.setSearches([ride], of: index) }
    }
  }

  /// The bookings whose rides wait for a vehicle: each decision, and the place in the waiting list.
  private var waitingBookings: [(index: Int, place: WaitingPlace)] {
    // In place: copying a decision is expensive.
    decisions.all.indices.compactMap { index in
      guard decisions.all[index].product != nil,
        let last = decisions.all[index].statuses.indices.last,
        let place = decisions.waitingPlace(
          of: decisions.all[index].statuses[last].rideIdentifier)
      else { return nil }
      return (index, place)
    }
  }

  /// Answers the resolutions of a request, or the ride that the request has created.
  func resolve(_ intent: ResolveIntent, _ message: RiderMessage) -> Outcome {
    var encoder = ResponseEncoder()
    if let ride = rideMade(by: message) {
      let status = encoder.rideStatus(ride.status)
      return answers.answered(
        encoder.resolutions([], rideStatus: status), .success, message.accepted.message)
    }
    let resolving = Resolving(
      dependencies: dependencies, supply: supply, now: now, isQuoteUsed: isQuoteUsed(by: message))
    let resolutions = resolving.resolutions(of: intent)
    return answers.answered(encoder.resolutions(resolutions), .success, message.accepted.message)
  }

  /// Answers the ride that a booking would create, without storing it (rules F7 and F8).
  func confirm(_ intent: RequestRideIntent, _ message: RiderMessage) -> Outcome {
    var encoder = ResponseEncoder()
    if let ride = rideMade(by: message) {
      let status = encoder.rideStatus(ride.status)
      return answers.answered(
        encoder.ride(code: .ready, rideStatus: status), .ready, message.accepted.message)
    }
    guard let identifier = message.ride else {
      preconditionFailure("a confirmation without an id does not pass the decoder")
    }
    do throws(Refusal) {
      try debts.check(intent.riderIdentifier, decisions.rides)
      var ride = try ride(identifier, of: intent.riderIdentifier, message)
      try decisions.payments.plan(&ride)
      let status = RideStatusCoding.encodeProspect(ride.status)
      return answers.answered(
        encoder.ride(code: .ready, rideStatus: status), .ready, message.accepted.message)
    } catch {
      return answers.refused(error, message.accepted.message)
    }
  }
}
