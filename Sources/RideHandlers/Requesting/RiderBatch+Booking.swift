import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Creates the ride of a request, or refuses the request.
  mutating func book(
    _ intent: RequestRideIntent, _ names: Names, _ accepted: Triage.Accepted,
    _ identity: StoredOutcome.Identity
  ) {
    guard let identifier = names.ride else {
      preconditionFailure("a request with an id names the ride that it makes")
    }
    if let ride = transaction.work.rides[identifier] {
      // Another insert would fail each time, and delay the whole batch.
      return transaction.triage.settle(
        conflict: Deduplicator.conflict(identity.key, "ride \(identifier), long ago"), accepted,
        showing: ride.status)
    }
    var decision = Decision(accepted, identity)
    do throws(Refusal) {
      try debts.check(intent.riderIdentifier, transaction.work.rides)
      var ride = try ride(identifier, of: intent.riderIdentifier, names)
      decision.money = try transaction.payments.arrange(&ride)
      slots[intent.riderIdentifier, default: RiderSlots()].hold(ride.slot)
      transaction.work.insert(ride)
      decision.quoteUse = names.quoteUse
      if let use = names.quoteUse { transaction.deduplicator.expect(use, at: now) }
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
    _ identifier: RideIdentifier, of rider: RiderIdentifier, _ names: Names
  ) throws(Refusal) -> Ride {
    guard var request = names.request, var proposal = names.proposal else {
      preconditionFailure("each request for a ride has a proposal")
    }
    if isQuoteUsed(by: names) {
      request.claims = request.claims?.flatMap { _ in .failure(QuoteTokens.used) }
      let (quoter, supply, now) = (dependencies.quoter, supply, now)
      proposal = Result { () throws(Refusal) in
        try RideProposal(request, quoter: quoter, supply: supply, at: now)
      }
    }
    return try proposal.get().ride(
      identifier, slots: slots[rider] ?? RiderSlots(), quoter: dependencies.quoter, at: now)
  }

  /// The products of the booked rides, each with the code of its answer.
  var booked: [(product: ProductKey, code: ResponseCode)] {
    transaction.decisions.indices.compactMap { index in
      transaction.decisions[index].product.map { ($0, transaction.decisions[index].code) }
    }
  }

  /// Whether the quote of a message has booked a ride, earlier or in this batch.
  func isQuoteUsed(by names: Names) -> Bool {
    names.quoteUse.map { transaction.deduplicator.isKnown($0.key) } ?? false
  }

  /// Claims the nearest free vehicle for each new ride that waits, except vehicles that rides
  /// before it in the waiting list could take.
  mutating func claimVehicles() throws(StoreError) {
    var waiting = waitingBookings()
    if waiting.contains(where: { supply.freeVehicles(of: $0.place.product) > 0 }) {
      let others = transaction.stillWaiting(
        supply.served(of: waitingRides), except: Set(waiting.map(\.place.rideIdentifier)))
      for _ in 0..<VehicleMatching.attempts {
        let places = waiting.map(\.place)
        let claimed = try transaction.matching.claim(
          for: Set(places.map(\.rideIdentifier)), in: others + places,
          transaction.matching.candidates)
        for (index, place) in waiting {
          guard let vehicle = claimed.vehicles[place.rideIdentifier],
            let ride = transaction.assign(vehicle, to: place.rideIdentifier, inOneChange: true)
          else { continue }
          transaction.decisions[index].statuses = [ride.status]
        }
        waiting = waitingBookings()
        if !claimed.hasLost { break }
      }
    }
    beginSearches(for: waiting)
  }

  /// Adds a search to the decisions of those new rides without a vehicle that search now.
  private mutating func beginSearches(for waiting: [WaitingBooking]) {
    let indices = Dictionary(
      waiting.map { ($0.place.rideIdentifier, $0.index) }, uniquingKeysWith: { $1 })
    for ride in supply.searchers(among: waiting.map(\.place)) {
      if let index = indices[ride] { transaction.decisions[index].searches = [ride] }
    }
  }

  /// A booking whose ride waits for a vehicle: its decision, and its place in the waiting list.
  private typealias WaitingBooking = (index: Int, place: WaitingPlace)

  private func waitingBookings() -> [WaitingBooking] {
    // In place: copying a decision is expensive.
    transaction.decisions.indices.compactMap { index in
      guard transaction.decisions[index].product != nil,
        let last = transaction.decisions[index].statuses.indices.last,
        let place = transaction.work.waiting[
          transaction.decisions[index].statuses[last].rideIdentifier]
      else { return nil }
      return (index, place)
    }
  }

  /// Answers the resolutions of a request, or the ride that the request has created.
  func resolve(
    _ intent: ResolveIntent, _ names: Names, _ message: IncomingMessage
  ) -> Outcome {
    var encoder = ResponseEncoder()
    if let ride = ride(names.ride, madeBy: message) {
      let status = encoder.rideStatus(ride.status)
      return answers.answered(encoder.resolutions([], rideStatus: status), .success, message)
    }
    let resolving = Resolving(
      dependencies: dependencies, supply: supply, now: now, isQuoteUsed: isQuoteUsed(by: names))
    let resolutions = resolving.resolutions(of: intent)
    return answers.answered(encoder.resolutions(resolutions), .success, message)
  }

  /// Answers the ride that a booking would create, without storing it (rules F7 and F8).
  func confirm(
    _ intent: RequestRideIntent, _ names: Names, _ message: IncomingMessage
  ) -> Outcome {
    var encoder = ResponseEncoder()
    if let ride = ride(names.ride, madeBy: message) {
      let status = encoder.rideStatus(ride.status)
      return answers.answered(encoder.ride(code: .ready, rideStatus: status), .ready, message)
    }
    guard let identifier = names.ride else {
      preconditionFailure("a confirmation without an id does not pass the decoder")
    }
    do throws(Refusal) {
      try debts.check(intent.riderIdentifier, transaction.work.rides)
      var ride = try ride(identifier, of: intent.riderIdentifier, names)
      try transaction.payments.plan(&ride)
      let status = RideStatusCoding.encodeProspect(ride.status)
      return answers.answered(encoder.ride(code: .ready, rideStatus: status), .ready, message)
    } catch {
      return answers.refused(error, message)
    }
  }
}

extension HandlerDependencies {
  /// The request for a ride that a message carries; nil for any other message.
  func rideRequest(of message: IncomingMessage) -> RideRequest? {
    guard case .requestRide(let intent) = message.intent else { return nil }
    return RideRequest(
      riderIdentifier: intent.riderIdentifier, locale: intent.locale,
      pickup: intent.pickupLocation, dropOff: intent.dropOffLocation,
      selection: OptionSelection(
        name: intent.rideOptionName, optionIdentifier: intent.optionIdentifier,
        partySize: intent.partySize),
      claims: intent.quoteIdentifier.map { token in
        Result { () throws(Refusal) in
          try claims(
            of: token, from: intent.pickupLocation, to: intent.dropOffLocation,
            for: intent.riderIdentifier)
        }
      },
      maximumPrice: intent.maximumPrice, paymentMethod: intent.paymentMethod,
      scheduledPickup: intent.scheduledPickupTime,
      requiresWheelchairAccess: intent.requiresWheelchairAccess)
  }
}
