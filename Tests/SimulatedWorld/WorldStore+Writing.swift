import MemoryStore
import RideStore
import Rides

extension WorldStore {
  func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    let (stage, caller) = (stage, caller)
    if stage.with({ $0.sabotage }) == .sharesVehicles {
      _ = try write("claim vehicles") { (store) throws(StoreError) in try store.claim(claims) }
      let known = try vehicles(claims.map(\.vehicleIdentifier))
      return claims.compactMap { claim in
        var vehicle = known[claim.vehicleIdentifier]
        vehicle?.ride = claim.rideIdentifier
        return vehicle
      }
    }
    let free = stage.with { world in
      claims.filter {
        !world.storage.isLocked(.vehicle($0.vehicleIdentifier), besides: caller.seat)
      }
    }
    let granted = try write("claim vehicles") { (store) throws(StoreError) in
      try store.claim(free)
    }
    stage.with { $0.lock(granted.map { .vehicle($0.vehicleIdentifier) }, for: caller) }
    return granted
  }

  func release(_ claims: [VehicleClaim]) throws(StoreError) {
    try change("release vehicles") { (store) throws(StoreError) in try store.release(claims) }
  }

  func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    try change("save vehicles") { (store) throws(StoreError) in try store.save(vehicles) }
  }

  func saveDriven(_ vehicles: [VehicleRecord]) throws(StoreError) {
    try change("save driven ways") { (store) throws(StoreError) in try store.saveDriven(vehicles) }
  }

  func insert(_ rides: [RideRecord]) throws(StoreError) {
    try change("insert rides") { (store) throws(StoreError) in try store.insert(rides) }
  }

  func update(_ rides: [RideUpdate]) throws(StoreError) {
    let isBlind = stage.with { $0.sabotage } == .ignoresRevisions
    let rides = stage.with { $0.sabotage } == .forgetsDeadlines ? rides.map(\.undue) : rides
    try change("update rides") { (store) throws(StoreError) in
      guard isBlind else { return try store.update(rides) }
      let stored = try store.rides(rides.map(\.record.rideIdentifier))
      try store.update(
        rides.map { update in
          let revision = stored[update.record.rideIdentifier]?.revision
          return RideUpdate(
            record: update.record, expectedRevision: revision ?? update.expectedRevision)
        })
    }
  }

  func append(_ changes: [StatusChange]) throws(StoreError) {
    let isBlind = stage.with { $0.sabotage } == .ignoresRevisions
    try change("append status changes") { (store) throws(StoreError) in
      let known = isBlind ? try store.statusChanges(changes.map(\.key)) : [:]
      try store.append(changes.filter { known[$0.key] == nil })
    }
  }

  func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    var entries = entries
    if stage.with({ $0.sabotage }) == .doublesAmounts {
      for index in entries.indices where entries[index].transaction == 1 {
        entries[index].minorUnits *= 2
      }
    }
    let kept = entries
    try change("append ledger entries") { (store) throws(StoreError) in try store.append(kept) }
  }

  func store(_ outcomes: [StoredOutcome]) throws(StoreError) {
    if stage.with({ $0.sabotage }) == .forgetsOutcomes { return }
    try change("store outcomes") { (store) throws(StoreError) in try store.store(outcomes) }
  }

  func pruneOutcomes(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    try write("prune outcomes") { (store) throws(StoreError) in
      try store.pruneOutcomes(olderThanDays: days, at: now, limit: limit)
    }
  }

  func subscribe(_ subscriptions: [Subscription]) throws(StoreError) {
    try change("save subscriptions") { (store) throws(StoreError) in
      try store.subscribe(subscriptions)
    }
  }

  func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey] {
    try write("update subscriptions") { (store) throws(StoreError) in try store.update(updates) }
  }

  func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError) {
    try change("end subscriptions") { (store) throws(StoreError) in try store.unsubscribe(keys) }
  }

  func unsubscribe(replyTo queues: [String]) throws(StoreError) {
    try change("end subscriptions of queues") { (store) throws(StoreError) in
      try store.unsubscribe(replyTo: queues)
    }
  }

  func change(
    _ operation: String, _ body: @escaping (MemoryStore) throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try write(operation) { (store) throws(StoreError) in
      try body(store)
      return true
    }
  }
}

extension RideUpdate {
  /// The same without the time at which a ride under way is due.
  fileprivate var undue: RideUpdate {
    guard [.pickup, .ongoing].contains(record.phase) else { return self }
    var record = record
    record.dueAt = nil
    return RideUpdate(record: record, expectedRevision: expectedRevision)
  }
}
