import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Makes a ride of a request, or says why there is none.
  mutating func book(
    _ intent: RequestRideIntent, _ names: Names, _ accepted: Triage.Accepted,
    _ identity: StoredOutcome.Identity
  ) {
    guard let identifier = names.ride else {
      preconditionFailure("a request with an id names the ride that it makes")
    }
    if let ride = work.rides[identifier] {
      // Inserting it again would be refused each time, and would hold up the whole batch.
      return triage.settle(
        conflict: Deduplicator.conflict(identity.key, "ride \(identifier), long ago"), accepted,
        showing: ride.status)
    }
    var decision = Decision(accepted, identity)
    do throws(Refusal) {
      try debts.check(intent.riderIdentifier, work)
      var ride = try ride(for: intent, identifier, names)
      decision.money = try dependencies.arrangePayment(of: &ride, at: now)
      slots[intent.riderIdentifier, default: RiderSlots()].take(ride.slot)
      work.insert(ride)
      decision.quoteUse = names.quoteUse
      if let use = names.quoteUse { deduplicator.expect(use, at: now) }
      decision.statuses = [ride.status]
      decision.product = ride.product
      decision.answer = .booking(
        dependencies.quoter.policies(of: ride.area)?.bookingCodes ?? .classic)
    } catch {
      decision.answer = .refusal(error)
    }
    add(decision)
  }

  /// The ride that a request asks for, as things stand now.
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

  /// The products of the rides that the batch makes, each with the code of its answer.
  var booked: [(product: ProductKey, code: ResponseCode)] {
    decisions.indices.compactMap { index in
      decisions[index].product.map { ($0, decisions[index].code) }
    }
  }

  /// Whether the quote of a message has booked a ride, earlier or in this batch.
  func isQuoteUsed(by names: Names) -> Bool {
    names.quoteUse.map { deduplicator.isKnown($0.key) } ?? false
  }

  /// Claims the nearest free vehicle for each new ride that waits, but for those that rides before
  /// it in the waiting list could take.
  mutating func claimVehicles() throws(StoreError) {
    var waiting = waitingBookings()
    if waiting.contains(where: { supply.freeVehicles(of: $0.place.product) > 0 }) {
      let others = stillWaiting(
        supply.served(of: waitingRides), without: Set(waiting.map(\.place.rideIdentifier)))
      for _ in 0..<Self.matchingAttempts {
        let places = waiting.map(\.place)
        let matching = try match(
          Set(places.map(\.rideIdentifier)), in: others + places,
          VehicleCandidates(supply, without: knownTaken, taken))
        assign(matching.vehicles, to: waiting)
        waiting = waitingBookings()
        if !matching.hasLost { break }
      }
    }
    beginSearches(for: waiting)
  }

  /// Has the new rides that got no vehicle looked after once they are committed, the first in the
  /// waiting list first: a vehicle may have become free since the snapshot, and its own report did
  /// not find them yet.
  ///
  /// At one place no more of them than vehicles of their product are on duty, and a few beside for
  /// vehicles that have just come: further ones could only find that all are taken. So a crowd that
  /// comes where no vehicle is free costs little more than its bookings. Those without a search are
  /// sought when one with a search has found a vehicle and others stand beside it; `WaitingRides`
  /// says what else finds them.
  private mutating func beginSearches(for waiting: [WaitingBooking]) {
    var rooms: [RidePlace: Int] = [:]
    // By their parts: a place is large to copy.
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
      if room > 0 { decisions[index].searches = [waiting.rideIdentifier] }
    }
  }

  /// How many searches a batch begins at a place beside those for the vehicles of the snapshot.
  static var searchesForNewcomers: Int { 8 }

  private mutating func assign(
    _ vehicles: [RideIdentifier: VehicleRecord], to waiting: [WaitingBooking]
  ) {
    for (index, place) in waiting {
      guard let vehicle = vehicles[place.rideIdentifier],
        var ride = work.rides[place.rideIdentifier]
      else { continue }
      ride.assign(vehicle, by: dependencies.quoter, at: now)
      // Nobody has been shown the ride without its vehicle: the booking is one change.
      ride.status.sequence = 1
      work.put(ride)
      work.take(vehicle)
      decisions[index].statuses = [ride.status]
    }
  }

  /// A booking whose ride waits for a vehicle: its decision, and where its ride stands.
  private typealias WaitingBooking = (index: Int, place: WaitingPlace)

  private func waitingBookings() -> [WaitingBooking] {
    // In place: a decision is large to copy.
    decisions.indices.compactMap { index in
      guard decisions[index].product != nil, let last = decisions[index].statuses.indices.last,
        let place = work.waiting[decisions[index].statuses[last].rideIdentifier]
      else { return nil }
      return (index, place)
    }
  }
}

extension Quoter {
  /// What the operator has decided for the area of that key.
  func policies(of area: String) -> Policies? {
    catalogue.serviceAreas.first { $0.key == area }?.policies
  }
}
