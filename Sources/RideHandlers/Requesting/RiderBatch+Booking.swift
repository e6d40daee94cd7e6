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
      var ride = try ride(for: intent, identifier, names)
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
    for intent: RequestRideIntent, _ identifier: RideIdentifier, _ names: Names
  ) throws(Refusal) -> Ride {
    let booking = Booking(dependencies: dependencies, supply: supply, now: now)
    guard let proposal = names.proposal else {
      preconditionFailure("each request for a ride has a proposal")
    }
    return try booking.ride(
      of: isQuoteUsed(by: names)
        ? booking.proposal(for: intent, isQuoteUsed: true) : proposal.get(),
      for: intent, identifier: identifier, slots: slots[intent.riderIdentifier] ?? RiderSlots())
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

  /// Adds a search to the decisions of new rides without a vehicle, in the order of the waiting
  /// list.
  ///
  /// A vehicle may have become free since the snapshot, before its own report could find these
  /// rides. The number of searches at one place is limited to the vehicles of the product on duty,
  /// and a few more for vehicles that have just arrived: further searches could only find that all
  /// vehicles are taken. So many bookings at a place without free vehicles cost little more than
  /// the bookings themselves. A ride without a search is found after a ride with one has got a
  /// vehicle and others are nearby; `WaitingRides` has the other ways.
  private mutating func beginSearches(for waiting: [WaitingBooking]) {
    var rooms: [RidePlace: Int] = [:]
    // Member by member: copying a whole place is expensive.
    let order = waiting.indices.sorted { left, right in
      waiting[left].place.searchFrom == waiting[right].place.searchFrom
        ? waiting[left].place.rideIdentifier < waiting[right].place.rideIdentifier
        : waiting[left].place.searchFrom < waiting[right].place.searchFrom
    }
    for (index, waiting) in order.map({ waiting[$0] }) {
      let place = RidePlace(waiting)
      let room =
        rooms[place] ?? supply.vehiclesOnDuty(of: place.product) + Self.searchesForNewcomers
      rooms[place] = max(0, room - 1)
      if room > 0 { transaction.decisions[index].searches = [waiting.rideIdentifier] }
    }
  }

  /// The number of searches at a place in addition to those for the vehicles of the snapshot.
  static var searchesForNewcomers: Int { 8 }

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
      var ride = try ride(for: intent, identifier, names)
      try transaction.payments.plan(&ride)
      let status = RideStatusCoding.encodeProspect(ride.status)
      return answers.answered(encoder.ride(code: .ready, rideStatus: status), .ready, message)
    } catch {
      return answers.refused(error, message)
    }
  }
}
