import Messages
import RideStore
import Rides

extension DispatchBatch {
  /// Finds the nearest free vehicle of its product for each waiting ride that is due, except
  /// vehicles that rides before it in the waiting list could take.
  ///
  /// The number of statements is constant. A ride without a vehicle continues to wait. The snapshot
  /// shows which vehicles are near, and the claim whether a vehicle is still free, so the cost of a
  /// ride does not grow with the fleet. Only for a ride that finds none are all vehicles read,
  /// since a vehicle may just have arrived; a ride that has waited for a while waits for its next
  /// search.
  mutating func assignVehicles(
    by matching: inout VehicleMatching, in store: any RideStore
  ) throws(StoreError) {
    guard !dueRides().isEmpty else { return }
    // Vehicles move, and with an old snapshot, after an outage of the store, a distant vehicle
    // could be sent.
    let isRecent = matching.snapshot.takenAt.seconds(to: now) <= 5
    for _ in 0..<VehicleMatching.attempts where isRecent {
      if try !claimVehicles(by: &matching, matching.candidates, matching.snapshot, in: store) {
        break
      }
    }
    guard !dueRides(withLooks: !isRecent).isEmpty else { return }
    try matching.readAll()
    let latest = matching.latest
    _ = try claimVehicles(by: &matching, VehicleCandidates(latest), latest, in: store)
  }

  /// Claims vehicles for the rides that are due and still wait; returns whether some of the
  /// selected vehicles were already taken.
  private mutating func claimVehicles(
    by matching: inout VehicleMatching, _ candidates: VehicleCandidates, _ supply: Supply,
    in store: any RideStore
  ) throws(StoreError) -> Bool {
    let due = dueRides().map(\.waitingPlace)
    let own = Set(due.map(\.rideIdentifier))
    let others = decisions.stillWaiting(
      try store.longestWaiting(for: due, in: supply), except: own)
    let claimed = try matching.claim(for: own, in: (due + others).sorted(), candidates)
    assign(claimed.vehicles)
    return claimed.hasLost
  }

  /// The rides of the due commands, while they wait, each once.
  private func dueRides(withLooks: Bool = true) -> [Ride] {
    var seen: Set<RideIdentifier> = []
    return decisions.all.lazy.filter { withLooks || !$0.isLook }.compactMap(waitingRide)
      .filter { seen.insert($0.status.rideIdentifier).inserted }
  }

  private mutating func assign(_ vehicles: [RideIdentifier: VehicleRecord]) {
    var vehicles = vehicles
    for index in decisions.all.indices {
      guard let waiting = waitingRide(decisions.all[index])?.status.rideIdentifier,
        let vehicle = vehicles.removeValue(forKey: waiting)
      else { continue }
      // The change belongs to the last message that changed the ride, so its events stay in order.
      let last = decisions.all.lastIndex { $0.hasChanged(waiting) } ?? index
      if let ride = decisions.assign(vehicle, to: waiting, by: max(index, last)) {
        served.append((index, ride))
      }
    }
  }

  /// The ride of a due command, while it waits.
  private func waitingRide(_ decision: Decision) -> Ride? {
    decision.seeking.flatMap { decisions.rides[$0] }.flatMap { $0.isWaiting ? $0 : nil }
  }

  /// The free vehicles, each with the index of the first message that shows it: vehicles that
  /// reported, and vehicles near those that rides of the batch have got.
  ///
  /// A vehicle's report has no message id under which a change of a ride could be repeated. So it
  /// only sends commands; if they are lost, the next report sends them again.
  func freeVehicles(by matching: VehicleMatching) -> [(index: Int, vehicle: Supply.Entry)] {
    var seen: Set<VehicleIdentifier> = []
    let reporting = decisions.all.indices.compactMap {
      index -> (index: Int, vehicle: Supply.Entry)? in
      guard let vehicle = decisions.all[index].accepted.message.intent.vehicleIdentifier,
        let entry = decisions.vehicle(vehicle)?.supplyEntry(at: now), entry.isFree,
        seen.insert(vehicle).inserted
      else { return nil }
      return (index, entry)
    }
    return reporting + matching.vehiclesNear(served, except: seen)
  }
}
