package import RideStore
package import Rides

extension MemoryStore {
  package func rides(
    _ identifiers: [RideIdentifier]
  ) throws(StoreError) -> [RideIdentifier: RideRecord] {
    try refuseNUL(in: identifiers.map(\.rawValue), "read rides")
    let rides = visible.rides
    return identifiers.compactMap { rides[$0] }.keyed(by: \.rideIdentifier)
  }

  package func unfinishedRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try refuseNUL(in: riders.map(\.rawValue), "read unfinished rides")
    let tables = visible
    let identifiers = Set(riders).flatMap { tables.slots[$0, default: [:]].values }
    return identifiers.sorted().compactMap { tables.rides[$0] }
  }

  package func waitingRides(_ searches: [WaitingSearch]) throws(StoreError) -> [RideRecord] {
    try refuseNUL(in: searches.flatMap(\.products).map(\.rawValue), "read waiting rides")
    let waiting = visible.openRides.filter(\.isWaiting).sorted {
      ($0.waitingSince, $0.rideIdentifier) < ($1.waitingSince, $1.rideIdentifier)
    }
    var found: Set<RideIdentifier> = []
    for search in searches {
      found.formUnion(
        waiting.lazy.filter(search.wants).prefix(search.limit).map(\.rideIdentifier))
    }
    return waiting.filter { found.contains($0.rideIdentifier) }
  }

  package func insert(_ rides: [RideRecord]) throws(StoreError) {
    if rides.isEmpty { return }
    try write("insert rides") { (tables) throws(StoreError) in
      for ride in rides {
        guard tables.rides[ride.rideIdentifier] == nil else {
          throw .conflict("insert rides", "the ride \(ride.rideIdentifier) exists")
        }
        try tables.put(ride, "insert rides")
      }
    }
  }

  package func update(_ rides: [RideUpdate]) throws(StoreError) {
    if rides.isEmpty { return }
    try write("update rides") { (tables) throws(StoreError) in
      var updated: Set<RideIdentifier> = []
      for update in rides {
        let ride = update.record.rideIdentifier
        guard tables.rides[ride]?.revision == update.expectedRevision,
          updated.insert(ride).inserted
        else { throw .conflict("update rides", "the ride \(ride) has another revision") }
        try tables.put(update.record, "update rides")
      }
    }
  }
}

extension MemoryStore {
  package func dueRides(at instant: Instant, limit: Int) throws(StoreError) -> [DueRide] {
    precondition(limit >= 0, "a limit cannot be negative")
    let tables = visible
    let due = tables.open.compactMap { identifier, dueAt -> DueRide? in
      guard let dueAt, dueAt <= instant, let ride = tables.rides[identifier] else { return nil }
      return DueRide(rideIdentifier: identifier, sequence: ride.sequence, dueAt: dueAt)
    }
    let sorted = due.sorted { ($0.dueAt, $0.rideIdentifier) < ($1.dueAt, $1.rideIdentifier) }
    return Array(sorted.prefix(limit))
  }

  package func owingRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try refuseNUL(in: riders.map(\.rawValue), "read owing rides")
    let wanted = Set(riders)
    return visible.openRides
      .filter { $0.obligation != nil && wanted.contains($0.riderIdentifier) }
      .sorted { $0.rideIdentifier < $1.rideIdentifier }
  }

  package func obligations(limit: Int) throws(StoreError) -> [RiderObligation] {
    precondition(limit >= 0, "a limit cannot be negative")
    let all = visible.openRides.compactMap { ride in
      ride.obligation.map {
        RiderObligation(riderIdentifier: ride.riderIdentifier, obligation: $0)
      }
    }
    let sorted = Set(all).sorted {
      $0.riderIdentifier == $1.riderIdentifier
        ? $0.obligation.rawValue < $1.obligation.rawValue
        : $0.riderIdentifier < $1.riderIdentifier
    }
    return Array(sorted.prefix(limit))
  }

  package func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    let end = filter.end
    let matching = visible.rides.values.filter { ride in
      filter.phases?.contains(ride.phase) ?? true
        && filter.rider.map { $0 == ride.riderIdentifier } ?? true
        && filter.createdFrom.map { $0 <= ride.createdAt } ?? true
        && end.map { ride.cursor < $0 } ?? true
    }
    return Array(matching.sorted { $0.cursor > $1.cursor }.prefix(filter.limit))
  }
}

extension MemoryStore {
  package func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] {
    try refuseNUL(in: identifiers.map(\.rawValue), "read vehicles")
    let vehicles = visible.vehicles
    return identifiers.compactMap { vehicles[$0] }.keyed(by: \.vehicleIdentifier)
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
        capacity: vehicle.capacity, isFree: vehicle.ride == nil)
      known.append((entry, vehicle.updatedAt))
    }
    known.sort { $0.entry.vehicle < $1.entry.vehicle }
    for vehicle in known { whole.add(vehicle.entry, reportedAt: vehicle.reportedAt) }
    roster = whole.finish(reportedAfter: instant, mark: nil)
  }

  package func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    if claims.isEmpty { return [] }
    try refuseNUL(in: claims.texts, "claim vehicles")
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
    if claims.isEmpty { return }
    try refuseNUL(in: claims.texts, "release vehicles")
    try write("release vehicles") { (tables) throws(StoreError) in
      for claim in claims {
        guard tables.vehicles[claim.vehicleIdentifier]?.ride == claim.rideIdentifier else {
          continue
        }
        tables.vehicles[claim.vehicleIdentifier]?.ride = nil
      }
    }
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    if vehicles.isEmpty { return }
    try write("save vehicles") { (tables) throws(StoreError) in
      var saved: Set<VehicleIdentifier> = []
      for var vehicle in vehicles {
        let identifier = vehicle.vehicleIdentifier
        try refuseNUL(in: vehicle.texts, "save vehicles")
        let stored = tables.vehicles[identifier]
        guard saved.insert(identifier).inserted,
          stored.map({ $0.sequence < vehicle.sequence }) ?? true
        else { throw .conflict("save vehicles", "\(identifier) has reported more since") }
        vehicle.ride = stored?.ride
        tables.vehicles[identifier] = vehicle
      }
    }
  }
}

extension [VehicleClaim] {
  fileprivate var texts: [String?] {
    flatMap { [$0.vehicleIdentifier.rawValue, $0.rideIdentifier.rawValue] }
  }
}

extension VehicleRecord {
  fileprivate var texts: [String?] {
    [
      vehicleIdentifier.rawValue, registrationPlate, manufacturer, model, driver?.name,
      driver?.rating, driver?.phoneNumber,
    ]
  }
}

extension MemoryStore {
  /// Looks at all rides: what a database in memory is for has few that have ended.
  package func fleetFigures(at instant: Instant) throws(StoreError) -> FleetFigures {
    let tables = visible
    var figures = FleetFigures()
    for ride in tables.rides.values {
      if !ride.phase.isFinal {
        figures.phases[ride.phase, default: .init()].add(since: ride.updatedAt)
      }
      if ride.isWaiting { figures.waiting.add(since: ride.waitingSince) }
      figures.add(ride.payments, at: instant)
    }
    for letter in tables.deadLetters.values {
      figures.deadLetters[letter.state, default: .init()].add(since: letter.fault.failedAt)
    }
    figures.subscriptions = tables.subscriptions.count
    return figures
  }

  package func lease(
    _ name: String, holder: String, until: Instant, at now: Instant
  ) throws(StoreError) -> Bool {
    try refuseNUL(in: [name, holder], "take the lease")
    return try write("take the lease") { (tables) throws(StoreError) in
      if let lease = tables.leases[Array(name.utf8)], lease.until > now,
        !lease.holder.hasSameBytes(as: holder)
      {
        return false
      }
      tables.leases[Array(name.utf8)] = MemoryTables.Lease(holder: holder, until: until)
      return until > now
    }
  }
}
