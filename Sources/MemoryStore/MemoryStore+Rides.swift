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
      found.formUnion(waiting.lazy.filter(search.wants).prefix(search.limit).map(\.rideIdentifier))
    }
    return waiting.filter { found.contains($0.rideIdentifier) }
  }

  package func insert(_ rides: [RideRecord]) throws(StoreError) {
    try write("insert rides", rides, texts: \.texts) { (tables, ride) throws(MemoryConflict) in
      guard tables.rides[ride.rideIdentifier] == nil else {
        throw MemoryConflict("the ride \(ride.rideIdentifier) exists")
      }
      try tables.put(ride)
    }
  }

  package func update(_ rides: [RideUpdate]) throws(StoreError) {
    var updated: Set<RideIdentifier> = []
    try write("update rides", rides, texts: \.record.texts) {
      (tables, update) throws(MemoryConflict) in
      let ride = update.record.rideIdentifier
      guard tables.rides[ride]?.revision == update.expectedRevision,
        updated.insert(ride).inserted
      else { throw MemoryConflict("the ride \(ride) has another revision") }
      try tables.put(update.record)
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
