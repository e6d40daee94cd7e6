import MemoryStore
import RideStore
import Rides

extension WorldStore {
  func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome] {
    try read("read outcomes") { (store) throws(StoreError) in try store.outcomes(keys) }
  }

  func rides(_ identifiers: [RideIdentifier]) throws(StoreError) -> [RideIdentifier: RideRecord] {
    try read("read rides", locking: { $0.keys.map { .ride($0) } }) { (store) throws(StoreError) in
      try store.rides(identifiers)
    }
  }

  func unfinishedRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try read("read unfinished rides", locking: { $0.map { .ride($0.rideIdentifier) } }) {
      (store) throws(StoreError) in try store.unfinishedRides(of: riders)
    }
  }

  func waitingRides(_ searches: [WaitingSearch]) throws(StoreError) -> [RideRecord] {
    let (stage, caller) = (stage, caller)
    return try read("read waiting rides", locking: { $0.map { .ride($0.rideIdentifier) } }) {
      (store) throws(StoreError) in
      let all = searches.map { search in
        var search = search
        search.limit = 1_000
        return search
      }
      let waiting = try store.waitingRides(all)
      let held = stage.with { world in
        waiting.map {
          world.storage.isLocked(.ride($0.rideIdentifier), besides: caller.seat)
        }
      }
      let free = zip(waiting, held).filter { !$1 }.map(\.0)
      let found = Set(searches.flatMap { free.filter($0.wants).prefix($0.limit) })
      return free.filter(found.contains)
    }
  }

  func dueRides(at instant: Instant, limit: Int) throws(StoreError) -> [DueRide] {
    try read("read due rides") { (store) throws(StoreError) in
      try store.dueRides(at: instant, limit: limit)
    }
  }

  func owingRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try read("read owing rides") { (store) throws(StoreError) in try store.owingRides(of: riders) }
  }

  func obligations(limit: Int) throws(StoreError) -> [RiderObligation] {
    try read("read obligations") { (store) throws(StoreError) in
      try store.obligations(limit: limit)
    }
  }

  func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord] {
    if stage.with({ $0.sabotage }) == .forgetsDropOuts { return [] }
    return try read("list rides") { (store) throws(StoreError) in try store.rides(matching: filter)
    }
  }

  func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    try read("read status changes") { (store) throws(StoreError) in try store.statusChanges(keys) }
  }

  func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    try read("read history") { (store) throws(StoreError) in try store.history(of: ride) }
  }

  func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] {
    try read("read vehicles", locking: { $0.keys.map { .vehicle($0) } }) {
      (store) throws(StoreError) in try store.vehicles(identifiers)
    }
  }

  func vehicles(
    after identifier: VehicleIdentifier?, limit: Int
  ) throws(StoreError) -> [VehicleRecord] {
    try read("list vehicles") { (store) throws(StoreError) in
      try store.vehicles(after: identifier, limit: limit)
    }
  }

  func refresh(_ roll: inout VehicleRoster, reportedAfter instant: Instant) throws(StoreError) {
    roll = try read("read vehicles on duty") { [roll] (store) throws(StoreError) in
      var roll = roll
      try store.refresh(&roll, reportedAfter: instant)
      return roll
    }
  }

  func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    try read("read ledger") { (store) throws(StoreError) in try store.ledger(of: ride) }
  }

  func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] {
    try read("read subscriptions", locking: { $0.keys.map { .subscription($0) } }) {
      (store) throws(StoreError) in try store.subscriptions(keys)
    }
  }

  func dueSubscriptions(at instant: Instant, limit: Int) throws(StoreError) -> [DueSubscription] {
    try read("read due subscriptions") { (store) throws(StoreError) in
      try store.dueSubscriptions(at: instant, limit: limit)
    }
  }

  func subscriptionCount(of ride: RideIdentifier) throws(StoreError) -> Int {
    try read("count subscriptions") { (store) throws(StoreError) in
      try store.subscriptionCount(of: ride)
    }
  }
}
