package import RideStore
package import Rides

extension MemoryStore {
  package func rides(
    _ identifiers: [RideIdentifier]
  ) throws(StoreError) -> [RideIdentifier: RideRecord] {
    try refuseNUL(in: identifiers.map(\.rawValue), "read rides")
    let rides = visible.rides
    return Dictionary(identifiers.compactMap { rides[$0].map { ($0.rideIdentifier, $0) } }) { $1 }
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

extension MemoryTables {
  /// The records of the open rides, in no order.
  var openRides: [RideRecord] { open.keys.compactMap { rides[$0] } }

  /// Writes a ride and its entries in the indexes.
  mutating func put(_ ride: RideRecord, _ operation: String) throws(StoreError) {
    try refuseNUL(in: ride.texts, operation)
    if let old = rides[ride.rideIdentifier], let slot = old.slot {
      slots[old.riderIdentifier]?[slot] = nil
    }
    if let slot = ride.slot {
      guard slots[ride.riderIdentifier]?[slot] == nil else {
        throw .conflict(operation, "slot \(slot) of the rider \(ride.riderIdentifier) is taken")
      }
      slots[ride.riderIdentifier, default: [:]][slot] = ride.rideIdentifier
    }
    if ride.isWaiting || ride.dueAt != nil || ride.obligation != nil {
      open[ride.rideIdentifier] = .some(ride.dueAt)
    } else {
      open.removeValue(forKey: ride.rideIdentifier)
    }
    rides[ride.rideIdentifier] = ride
  }
}

extension RideRecord {
  fileprivate var texts: [String?] {
    [
      rideIdentifier.rawValue, riderIdentifier.rawValue, product.rawValue, area, vehicle?.rawValue,
    ]
  }
}
