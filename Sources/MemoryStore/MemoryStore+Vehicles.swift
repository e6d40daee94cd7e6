package import RideStore
package import Rides

extension MemoryStore {
  package func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] {
    try refuseNUL(in: identifiers.map(\.rawValue), "read vehicles")
    let vehicles = visible.vehicles
    return identifiers.compactMap { vehicles[$0] }.keyed(by: \.vehicleIdentifier)
  }

  package func vehicles(
    after identifier: VehicleIdentifier?, limit: Int
  ) throws(StoreError) -> [VehicleRecord] {
    precondition(limit >= 0, "a limit cannot be negative")
    let later = visible.vehicles.values.filter { vehicle in
      identifier.map { $0 < vehicle.vehicleIdentifier } ?? true
    }
    return Array(later.sorted { $0.vehicleIdentifier < $1.vehicleIdentifier }.prefix(limit))
  }

  package func refresh(
    _ roster: inout VehicleRoster, reportedAfter instant: Instant
  ) throws(StoreError) {
    var whole = roster.startOver()
    var known: [(entry: Supply.Entry, reportedAt: Instant)] = []
    for vehicle in visible.vehicles.values where vehicle.onDuty && vehicle.updatedAt > instant {
      guard let location = vehicle.location else { continue }
      let entry = Supply.Entry(
        vehicle: vehicle.vehicleIdentifier, location: location, products: vehicle.products,
        capacity: vehicle.capacity, isFree: vehicle.ride == nil, extras: vehicle.extras)
      known.append((entry, vehicle.updatedAt))
    }
    known.sort { $0.entry.vehicle < $1.entry.vehicle }
    for vehicle in known { whole.add(vehicle.entry, reportedAt: vehicle.reportedAt) }
    roster = whole.finish(reportedAfter: instant, mark: nil)
  }

  package func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    if claims.isEmpty { return [] }
    try refuseNUL(in: claims.flatMap(\.texts), "claim vehicles")
    return try write("claim vehicles") { (tables) throws(StoreError) in
      let claimed = claims.compactMap { claim -> VehicleRecord? in
        guard var vehicle = tables.vehicles[claim.vehicleIdentifier], vehicle.onDuty else {
          return nil
        }
        guard vehicle.ride == nil || vehicle.ride == claim.rideIdentifier else { return nil }
        vehicle.ride = claim.rideIdentifier
        tables.vehicles[claim.vehicleIdentifier] = vehicle
        return vehicle
      }
      return claims.granted(claimed)
    }
  }

  package func release(_ claims: [VehicleClaim]) throws(StoreError) {
    try write("release vehicles", claims, texts: \.texts) { (tables, claim) in
      guard tables.vehicles[claim.vehicleIdentifier]?.ride == claim.rideIdentifier else { return }
      tables.vehicles[claim.vehicleIdentifier]?.ride = nil
      tables.vehicles[claim.vehicleIdentifier]?.driven = nil
    }
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    var saved: Set<VehicleIdentifier> = []
    try write("save vehicles", vehicles, texts: \.texts) {
      (tables, vehicle) throws(MemoryConflict) in
      let identifier = vehicle.vehicleIdentifier
      let stored = tables.vehicles[identifier]
      guard saved.insert(identifier).inserted,
        stored.map({ $0.sequence < vehicle.sequence }) ?? true
      else { throw MemoryConflict("\(identifier) has reported more since") }
      tables.vehicles[identifier] = vehicle
      tables.vehicles[identifier]?.ride = stored?.ride
      guard !vehicle.hasNotes else { return }
      tables.vehicles[identifier]?.driven = stored?.driven
      tables.vehicles[identifier]?.conduct = stored?.conduct
    }
  }

  package func saveDriven(_ vehicles: [VehicleRecord]) throws(StoreError) {
    try write("save driven ways", vehicles, texts: \.texts) {
      (tables, vehicle) throws(MemoryConflict) in
      guard tables.vehicles[vehicle.vehicleIdentifier] != nil else {
        throw MemoryConflict("there is no \(vehicle.vehicleIdentifier)")
      }
      tables.vehicles[vehicle.vehicleIdentifier]?.driven = vehicle.driven
    }
  }
}

extension VehicleClaim {
  fileprivate var texts: [String?] { [vehicleIdentifier.rawValue, rideIdentifier.rawValue] }
}

extension VehicleRecord {
  fileprivate var texts: [String?] {
    [
      vehicleIdentifier.rawValue, registrationPlate, manufacturer, model, driver?.name,
      driver?.rating, driver?.phoneNumber, driven, conduct,
    ]
  }
}
