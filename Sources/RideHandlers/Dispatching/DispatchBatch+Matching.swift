import Messages
import RideStore
import Rides

extension DispatchBatch {
  /// Gives each waiting ride that is due the nearest free vehicle of its product, but for those
  /// that rides before it in the waiting list could take; in a few statements, however many.
  ///
  /// A ride that gets none goes on waiting. The snapshot tells which vehicle is near, the claim
  /// whether it is still free; so what a ride costs does not grow with the vehicles of the fleet.
  /// Only for a ride that finds none so are all of them read, since one may just have come; and not
  /// for one that waits and looks now and then, for which the next look is soon enough.
  mutating func assignVehicles() throws(StoreError) {
    guard !dueRides().isEmpty else { return }
    for _ in 0..<Self.matchingAttempts where isRecent {
      let candidates = VehicleCandidates(supply, without: knownTaken, taken)
      if try !claimVehicles(candidates, in: supply) { break }
    }
    guard !dueRides(withLooks: !isRecent).isEmpty else { return }
    latestSupply = try store.supply(at: now)
    _ = try claimVehicles(VehicleCandidates(latestSupply), in: latestSupply)
  }

  /// Whether the snapshot tells where vehicles are: they move, and one that nobody renews, since
  /// the store does not answer, would send a distant one.
  private var isRecent: Bool { supply.takenAt.seconds(to: now) <= 5 }

  /// Claims vehicles for the rides that are due and still wait; says whether some that were picked
  /// were not to be had.
  private mutating func claimVehicles(
    _ candidates: VehicleCandidates, in supply: Supply
  ) throws(StoreError) -> Bool {
    let due = dueRides().map(WaitingPlace.init)
    let own = Set(due.map(\.rideIdentifier))
    let others = stillWaiting(try store.longestWaiting(for: due, in: supply), without: own)
    let matching = try match(own, in: (due + others).sorted(), candidates)
    assign(matching.vehicles)
    return matching.hasLost
  }

  /// The rides of the due commands, while they wait, each once.
  private func dueRides(withLooks: Bool = true) -> [Ride] {
    var seen: Set<RideIdentifier> = []
    return decisions.lazy.filter { withLooks || !$0.isLook }.compactMap(waitingRide)
      .filter { seen.insert($0.status.rideIdentifier).inserted }
  }

  private mutating func assign(_ vehicles: [RideIdentifier: VehicleRecord]) {
    var vehicles = vehicles
    for index in decisions.indices {
      guard var ride = waitingRide(decisions[index]),
        let vehicle = vehicles.removeValue(forKey: ride.status.rideIdentifier)
      else { continue }
      ride.assign(vehicle, by: dependencies.quoter, at: now)
      work.put(ride)
      work.claim(vehicle.vehicleIdentifier, by: ride.status.rideIdentifier)
      // The last message that changed the ride tells this too, so that its events stay in order.
      let teller = decisions.lastIndex { $0.hasChanged(ride.status.rideIdentifier) } ?? index
      decisions[max(index, teller)].statuses.append(ride.status)
      served.append((index, ride))
    }
  }

  /// The ride of a due command, while it waits.
  private func waitingRide(_ decision: Decision) -> Ride? {
    decision.seeking.flatMap { work.rides[$0] }.flatMap { $0.isWaiting ? $0 : nil }
  }

  /// Asks for the longest-waiting rides to be looked after, one for each vehicle that the batch
  /// knows to be free now and that can take it.
  ///
  /// A vehicle's report changes no ride itself: it carries no id under which the change could be
  /// told again. So it only sends commands, and if these are lost the next report sends them anew.
  mutating func findWaitingRides() throws(StoreError) {
    let free = freeVehicles()
    var waiting = try WaitingRides(
      for: free.map(\.vehicle), beside: work, in: store, at: now)
    for (index, vehicle) in free {
      if let ride = waiting.next(for: vehicle, at: now) { decisions[index].searches.append(ride) }
    }
  }

  /// The vehicles that are free for a ride, each with the first message that tells so: those that
  /// reported, and those that still stand beside the ones that rides of the batch have got.
  private func freeVehicles() -> [(index: Int, vehicle: Supply.Entry)] {
    var seen: Set<VehicleIdentifier> = []
    let reporting = decisions.indices.compactMap { index -> (index: Int, vehicle: Supply.Entry)? in
      guard let vehicle = reporter(of: decisions[index]), work.isFree(vehicle, at: now),
        seen.insert(vehicle).inserted, let entry = work.vehicles[vehicle]?.supplyEntry(at: now)
      else { return nil }
      return (index, entry)
    }
    return reporting + vehiclesBeside(without: seen)
  }

  /// Two for each ride that has got a vehicle: so a few searches become as many as there are free
  /// vehicles, each round twice as many, and end where none is free.
  private func vehiclesBeside(
    without seen: Set<VehicleIdentifier>
  ) -> [(index: Int, vehicle: Supply.Entry)] {
    var seen = seen.union(taken)
    let known = latestSupply.takenAt == supply.takenAt ? knownTaken : []
    return served.flatMap { index, ride in
      (0..<2).compactMap { _ in
        let nearest = latestSupply.nearestFree(
          product: ride.product, to: ride.status.pickupLocation.coordinate, partySize: nil
        ) { !seen.contains($0) && !known.contains($0) }
        guard let nearest, let entry = latestSupply.entry(of: nearest) else { return nil }
        seen.insert(nearest)
        return (index, entry)
      }
    }
  }

  /// The vehicle that a message is from; nil for a command.
  private func reporter(of decision: Decision) -> VehicleIdentifier? {
    switch decision.accepted.message.intent {
    case .vehicleUpdate(let update): update.vehicleIdentifier
    case .rideUpdate(let report): report.vehicleIdentifier
    default: nil
    }
  }
}
