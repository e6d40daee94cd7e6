import Messages
import RideStore
import Rides

extension DispatchBatch {
  /// Gives each waiting ride that is due the nearest free vehicle of its product; in two
  /// statements, whatever their number.
  ///
  /// A ride that gets none goes on waiting.
  mutating func assignVehicles() throws(StoreError) {
    let due = drafts.indices.filter { waitingRide(drafts[$0]) != nil }
    guard !due.isEmpty else { return }
    let onDuty = try store.vehiclesOnDuty()
    var candidates = VehicleCandidates(
      Supply(takenAt: now, entries: onDuty.compactMap(\.supplyEntry)))
    var claims: [VehicleClaim] = []
    var served: Set<RideIdentifier> = []
    for index in due {
      guard let ride = waitingRide(drafts[index]),
        served.insert(ride.status.rideIdentifier).inserted,
        let vehicle = candidates.pick(for: ride)
      else { continue }
      claims.append(
        VehicleClaim(vehicleIdentifier: vehicle, rideIdentifier: ride.status.rideIdentifier))
    }
    guard !claims.isEmpty else { return }
    let granted = try store.claim(claims)
    assign(
      granted, from: Dictionary(onDuty.map { ($0.vehicleIdentifier, $0) }, uniquingKeysWith: { $1 })
    )
  }

  private mutating func assign(
    _ granted: [VehicleClaim], from vehicles: [VehicleIdentifier: VehicleRecord]
  ) {
    var byRide = Dictionary(
      granted.map { ($0.rideIdentifier, $0.vehicleIdentifier) }, uniquingKeysWith: { $1 })
    for index in drafts.indices {
      guard var ride = waitingRide(drafts[index]),
        let vehicle = byRide.removeValue(forKey: ride.status.rideIdentifier)
          .flatMap({ vehicles[$0] })
      else { continue }
      let pickup = tools.quoter.estimatedPickup(of: ride, from: vehicle.location, at: now)
      ride.assign(vehicle, estimatedPickup: pickup, at: now)
      street.put(ride)
      street.claim(vehicle.vehicleIdentifier, by: ride.status.rideIdentifier)
      drafts[index].statuses.append(ride.status)
    }
  }

  /// The ride of a due command, while it waits.
  private func waitingRide(_ draft: DispatchDraft) -> Ride? {
    guard case .rideDue(let due) = draft.accepted.message.intent,
      let ride = street.rides[due.rideIdentifier], ride.isWaiting
    else { return nil }
    return ride
  }

  /// Asks for the longest-waiting rides to be looked after, one for each vehicle of the batch that
  /// is free now.
  ///
  /// A vehicle's report changes no ride itself: it carries no id under which the change could be
  /// told again. So it only sends commands, and if these are lost the next report sends them anew.
  mutating func findWaitingRides() throws(StoreError) {
    let free = drafts.indices.filter { freedVehicle(drafts[$0]) != nil }
    let products = Set(
      free.compactMap { freedVehicle(drafts[$0]) }.flatMap { street.vehicles[$0]?.products ?? [] })
    guard !products.isEmpty else { return }
    var waiting = try store.waitingRides(products: products.sorted(), limit: free.count)
      .filter { street.rides[$0.rideIdentifier]?.isWaiting ?? true }
    for index in free {
      guard let vehicle = freedVehicle(drafts[index]).flatMap({ street.vehicles[$0] }),
        let match = waiting.firstIndex(where: { vehicle.products.contains($0.product) })
      else { continue }
      drafts[index].searches.append(waiting.remove(at: match).rideIdentifier)
    }
  }

  /// The vehicle that a message left free for a ride; nil when it left none.
  private func freedVehicle(_ draft: DispatchDraft) -> VehicleIdentifier? {
    let vehicle: VehicleIdentifier
    switch draft.accepted.message.intent {
    case .vehicleUpdate(let update): vehicle = update.vehicleIdentifier
    case .rideUpdate(let report): vehicle = report.vehicleIdentifier
    default: return nil
    }
    return street.isFree(vehicle) ? vehicle : nil
  }
}
