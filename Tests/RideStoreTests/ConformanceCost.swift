import RideStore
import Rides
import Testing

@Suite("Every store does a batch in a constant number of statements")
struct ConformanceCost {
  @Test("A batch of 500 costs as many statements as one of 1", arguments: StoreKind.allCases)
  func constant(kind: StoreKind) throws {
    #expect(try statements(kind, rows: 1) == statements(kind, rows: 500))
  }

  /// What every function together costs for sets of `rows`; nil for a store without statements.
  private func statements(_ kind: StoreKind, rows: Int) throws -> Int? {
    let database = try kind.makeDatabase()
    let store = try database.session()
    let before = database.statementsRun(by: store)
    try Self.callAll(of: store, rows: rows)
    guard let after = database.statementsRun(by: store), let before else { return nil }
    return after - before
  }

  /// Calls every function with sets of `rows` in a transaction that writes.
  static func callAll(of store: any RideStore, rows: Int) throws {
    let names = (0..<rows).map { "\(10_000 + $0)" }
    let claims = names.map { claim($0, $0) }
    try store.writing { () throws(StoreError) in
      try store.subscribe(names.map { subscription($0, $0) })
      try store.append(names.map { entry($0, 1, 1) })
      try store.insert(names.map { waiting($0, for: "suv", since: 0) })
      try store.append(names.map { change($0, 1) })
      try store.store(
        names.map { outcome($0, storedAt: longAgo) } + [outcome("last", storedAt: longAgo + 86_400)]
      )
      try store.save(names.map { vehicle($0) })
      let granted = try store.claim(claims)
      #expect(granted.claims == claims)
      try store.save(names.map { driving($0) })
      try store.saveDriven(names.map { driving($0) })
      try store.release(claims)
      try store.update(
        names.map { RideUpdate(record: ride($0, sequence: 2), expectedRevision: 1) })
      try expectAll(of: names, in: store)
      try expectSearches(for: names, in: store)
      try endAll(of: names, in: store)
      try passThroughDeath(names, in: store)
      let pruned = try store.pruneOutcomes(olderThanDays: 0, at: noon, limit: rows)
      #expect(pruned == rows)
    }
  }

  private static func driving(_ name: String) -> VehicleRecord {
    var driving = vehicle(name, sequence: 2)
    driving.driven = "{}"
    return driving
  }

  private static func expectAll(of names: [String], in store: any RideStore) throws(StoreError) {
    let rides = try store.rides(names.map { RideIdentifier($0) })
    #expect(rides.count == names.count)
    let unfinished = try store.unfinishedRides(of: rides.values.map(\.riderIdentifier))
    #expect(unfinished.count == names.count)
    let waiting = try store.waitingRides([near("suv", limit: names.count)])
    #expect(waiting.isEmpty)
    let changes = try store.statusChanges(names.map { change($0, 1).key })
    #expect(changes.count == names.count)
    let vehicles = try store.vehicles(names.map { VehicleIdentifier($0) })
    #expect(vehicles.count == names.count)
    let onDuty = try store.vehiclesOnDuty(reportedAfter: noon.advanced(bySeconds: -1))
    #expect(onDuty.count == names.count)
    let outcomes = try store.outcomes(names.map { outcomeKey($0) })
    #expect(outcomes.count == names.count)
  }

  private static func expectSearches(
    for names: [String], in store: any RideStore
  ) throws(StoreError) {
    let due = try store.dueRides(at: noon, limit: names.count)
    #expect(due.isEmpty)
    let owing = try store.owingRides(of: names.map { RiderIdentifier("rider of \($0)") })
    #expect(owing.isEmpty)
    let obligations = try store.obligations(limit: names.count)
    #expect(obligations.isEmpty)
    let listed = try store.rides(matching: RideFilter(limit: names.count))
    #expect(listed.count == names.count)
    let vehicles = try store.vehicles(after: nil, limit: names.count)
    #expect(vehicles.map(\.vehicleIdentifier.rawValue) == names)
    let figures = try store.fleetFigures(at: noon)
    #expect(figures.phases.values.map(\.count) == [names.count])
    let isHeld = try store.lease(
      "figures", holder: "a", until: noon.advanced(bySeconds: 9), at: noon)
    #expect(isHeld)
    let ledger = try store.ledger(of: RideIdentifier(names[0]))
    #expect(ledger.count == 1)
  }

  private static func passThroughDeath(
    _ names: [String], in store: any RideStore
  ) throws(StoreError) {
    try store.insert(names.map { letter($0) })
    try store.update(names.map { DeadLetterUpdate(letter($0)) })
    let identifiers = names.map { DeadLetterIdentifier($0) }
    let letters = try store.deadLetters(identifiers)
    #expect(letters.count == names.count)
    let listed = try store.deadLetters(matching: DeadLetterFilter(limit: names.count))
    #expect(listed.count == names.count)
    let groups = try store.deadLetterGroups(matching: DeadLetterFilter(limit: 1))
    #expect(groups.map(\.count) == [names.count])
    let pruned = try store.pruneDeadLetters(olderThanDays: 1, at: noon, limit: 1)
    #expect(pruned == 0)
    let deleted = try store.delete(identifiers)
    #expect(deleted == names.count)
  }

  private static func endAll(of names: [String], in store: any RideStore) throws(StoreError) {
    let due = try store.dueSubscriptions(at: noon, limit: names.count)
    #expect(due.count == names.count)
    let granted = try store.update(names.map { sent($0, $0, due: 0) })
    #expect(granted.count == names.count)
    let subscriptions = try store.subscriptions(granted)
    #expect(subscriptions.count == names.count)
    try store.unsubscribe(granted)
    try store.unsubscribe(replyTo: names)
  }
}
