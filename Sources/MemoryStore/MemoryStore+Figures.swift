package import RideStore
package import Rides

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
