import DatabaseFixture
import Fleet
import PostgresStore
import RideStore
import Rides

extension RunningFleet {
  /// The rides of those riders that are not over, as the database has them.
  func unfinishedRides(of riders: [String]) throws -> [RideRecord] {
    let store = try patientSession()
    return try store.transaction(.read) { () throws(StoreError) in
      try store.unfinishedRides(of: riders.map { RiderIdentifier($0) }.sorted())
    }
  }

  /// The status changes of each of those rides in their order, as the database has them.
  func histories(of rides: Set<String>) throws -> [String: [StatusChange]] {
    let store = try patientSession()
    return try store.transaction(.read) { () throws(StoreError) in
      var histories: [String: [StatusChange]] = [:]
      for ride in rides { histories[ride] = try store.history(of: RideIdentifier(ride)) }
      return histories
    }
  }

  /// Writes to the database as no worker does, in a transaction.
  func write(_ body: (any RideStore) throws(StoreError) -> Void) throws {
    let store = try patientSession()
    try store.transaction(.write) { () throws(StoreError) in try body(store) }
  }

  private func patientSession() throws -> any RideStore {
    guard case .postgres(let url) = try location() else { return try StoreSession.open(location()) }
    return try PostgresStore(url: url, timeouts: .patient())
  }
}
