import RideStore
import Rides
import Testing

/// The code of the store error that `body` throws, nil if it throws none.
func storeError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> StoreError.Code? {
  do {
    try body()
    return nil
  } catch let error as StoreError {
    return error.code
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
    return nil
  }
}

extension RideStore {
  /// Writes in a transaction of its own.
  func writing<Result>(_ body: () throws(StoreError) -> Result) throws -> Result {
    try transaction(.write, body)
  }

  func insertAndCommit(_ rides: RideRecord...) throws {
    try transaction(.write) { () throws(StoreError) in try insert(rides) }
  }

  func saveAndCommit(_ vehicles: VehicleRecord...) throws {
    try transaction(.write) { () throws(StoreError) in try save(vehicles) }
  }

  func claimAndCommit(_ claims: VehicleClaim...) throws -> [VehicleClaim] {
    try transaction(.write) { () throws(StoreError) in try claim(claims) }.claims
  }

  func storeAndCommit(_ outcomes: StoredOutcome...) throws {
    try transaction(.write) { () throws(StoreError) in try store(outcomes) }
  }

  func appendAndCommit(_ changes: StatusChange...) throws {
    try transaction(.write) { () throws(StoreError) in try append(changes) }
  }

  func enterAndCommit(_ entries: LedgerEntryRecord...) throws {
    try transaction(.write) { () throws(StoreError) in try append(entries) }
  }

  func subscribeAndCommit(_ subscriptions: Subscription...) throws {
    try transaction(.write) { () throws(StoreError) in try subscribe(subscriptions) }
  }

  func sendAndCommit(_ updates: [SubscriptionUpdate]) throws -> [SubscriptionKey] {
    try transaction(.write) { () throws(StoreError) in try update(updates) }
  }

  func updateAndCommit(_ record: RideRecord, expecting revision: Int) throws {
    try transaction(.write) { () throws(StoreError) in
      try update([RideUpdate(record: record, expectedRevision: revision)])
    }
  }

  func ride(_ identifier: String) throws -> RideRecord? {
    try rides([RideIdentifier(identifier)])[RideIdentifier(identifier)]
  }

  func vehicle(_ identifier: String) throws -> VehicleRecord? {
    try vehicles([VehicleIdentifier(identifier)])[VehicleIdentifier(identifier)]
  }
}

/// Texts and documents that a careless store would change.
let awkwardTexts = [
  "", "plain", #"quote " and backslash \ and slash /"#, #"\u0041 \n \\"#, "tab\tline\nreturn\r",
  "\u{1}\u{8}\u{b}\u{c}\u{1f}\u{7f}",
  "Zürich, 東京, 🚕, e\u{301}", "null", "1", "0.10", "[\"x\",1]",
  "' OR 1=1 --", "?1 :name $1 %s", "\u{feff}\u{2028}\u{fffd}\u{10ffff}",
]

extension [VehicleRecord] {
  /// The claims of vehicles that were claimed.
  var claims: [VehicleClaim] {
    compactMap { vehicle in
      vehicle.ride.map {
        VehicleClaim(vehicleIdentifier: vehicle.vehicleIdentifier, rideIdentifier: $0)
      }
    }
  }
}
