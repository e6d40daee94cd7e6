import Foundation
import RideStore
import Rides
import SQLiteStore
import Synchronization
import Testing

@testable import Fleet

@Suite struct StoreMaintenanceTests {
  private static let noon = Instant(seconds: 1_800_000_000)
  // Within the bounds of the Earth.
  private static let pickup = Coordinate(latitude: 41.88, longitude: -87.63)!
  let folder: URL
  let cache = SupplyCache()
  let obligations = ObligationCache()
  let stopSignal = StopSignal()
  let health: FleetHealth
  let lines = LogLines()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    health = FleetHealth(lanes: [], stopSignal: stopSignal)
  }

  private var path: String { folder.appending(path: "livery.sqlite").path }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Runs the maintenance until it has asked the clock so often.
  private func keep(
    asking limit: Int, in path: String? = nil, onWrongSchema: (StoreError) -> Void = { _ in }
  ) {
    let ticks = Ticks(limit: limit, stopSignal: stopSignal, start: Self.noon)
    var maintenance = StoreMaintenance(
      location: .sqlite(path: path ?? self.path), cache: cache,
      obligations: obligations, health: health, log: lines.log,
      clock: ClockWatch(limitSeconds: 30, wall: { ticks.next() }),
      housekeeping: Housekeeping(afterSeconds: 0, log: lines.log))
    maintenance.run(until: stopSignal, onWrongSchema: onWrongSchema)
  }

  private func vehicle(_ identifier: String, onDuty: Bool) -> VehicleRecord {
    VehicleRecord(
      vehicleIdentifier: VehicleIdentifier(identifier), sequence: 1, onDuty: onDuty,
      products: [ProductKey("suv")], capacity: 6,
      location: Coordinate(latitude: 41.88, longitude: -87.63), course: nil,
      registrationPlate: nil, manufacturer: nil, model: nil, driver: nil, ride: nil,
      updatedAt: Self.noon)
  }

  private func outcome(_ message: String, at time: Instant) -> StoredOutcome {
    StoredOutcome(
      key: OutcomeKey(operation: "o", scope: "s", messageIdentifier: message),
      digest: Array(0...31), response: [], changes: [], searches: [], storedAt: time)
  }

  @Test("The maintenance hangs up the vehicles on duty, and says that the store answers")
  func fills() throws {
    defer { remove() }
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.transaction(.write) { () throws(StoreError) in
      try store.save([vehicle("a", onDuty: true), vehicle("b", onDuty: false)])
    }
    #expect(health.answers().readiness.missing.map(\.what) == ["store"])
    keep(asking: 1)
    #expect(cache.isFilled)
    #expect(cache.supply.entries.map(\.vehicle.rawValue) == ["a"])
    #expect(health.answers().readiness.missing.map(\.what) == ["draining"])
    #expect(lines.count(.storeUnavailable) == 0)
  }

  @Test("The maintenance hangs up what riders owe: of two obligations the payment")
  func obligationsKept() throws {
    defer { remove() }
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    let rides = [
      owing("a", .payment, rider: "r"), owing("b", .feedback, rider: "r"),
      owing("c", .feedback, rider: "s"), owing("d", nil, rider: "t"),
    ]
    try store.transaction(.write) { () throws(StoreError) in try store.insert(rides) }
    #expect(obligations.obligation(of: RiderIdentifier("r")) == nil)
    keep(asking: 1)
    let found = ["r", "s", "t"].map { obligations.obligation(of: RiderIdentifier($0)) }
    #expect(found == [.payment, .feedback, nil])
  }

  private func owing(_ name: String, _ obligation: Obligation?, rider: String) -> RideRecord {
    RideRecord(
      rideIdentifier: RideIdentifier(name), riderIdentifier: RiderIdentifier(rider), slot: nil,
      sequence: 6, phase: .completed, product: ProductKey("suv"), area: "chicago",
      partySize: nil, vehicle: nil, isWaiting: false, pickup: Self.pickup, createdAt: Self.noon,
      updatedAt: Self.noon, obligation: obligation, document: Array("{}".utf8))
  }

  @Test("A store that cannot be opened is logged, and the cache stays empty")
  func unreachable() throws {
    defer { remove() }
    let stopSignal = stopSignal
    let stopper = Fleet.Thread { [lines] in
      while lines.count(.storeUnavailable) == 0 {
        if stopSignal.wait(for: .milliseconds(1)) { break }
      }
      stopSignal.stop()
    }
    keep(asking: 100, in: folder.appending(path: "missing/livery.sqlite").path)
    stopper.join()
    #expect(lines.count(.storeUnavailable) == 1)
    #expect(!cache.isFilled)
    #expect(health.answers().readiness.missing.map(\.what) == ["store", "draining"])
  }

  @Test("The worker is notified of a database of another version")
  func wrongSchema() throws {
    defer { remove() }
    var errors: [StoreError] = []
    keep(asking: 100) { error in
      errors.append(error)
      stopSignal.stop()
    }
    #expect(errors.map(\.code) == [.wrongSchema])
    #expect(!cache.isFilled)
  }

  @Test("Outcomes of more than a week go, younger ones stay")
  func prunes() throws {
    defer { remove() }
    #expect(try pruned(of: (0...10).map { -$0 }) == [-10, -9, -8])
    #expect(lines.count(.outcomesPruned) == 1)
  }

  @Test("A maintenance whose clock runs ahead leaves the others their outcomes")
  func clockAhead() throws {
    defer { remove() }
    #expect(try pruned(of: (8...15).map { -$0 }) == [])
    #expect(lines.count(.outcomesPruned) == 0)
  }

  /// Which outcomes the maintenance prunes, of those stored so many days from its now.
  private func pruned(of days: [Int]) throws -> [Int] {
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    let outcomes = days.map {
      outcome("\($0)", at: Self.noon.advanced(bySeconds: $0 * 86_400))
    }
    try store.transaction(.write) { () throws(StoreError) in try store.store(outcomes) }
    keep(asking: 1)
    let left = try store.outcomes(outcomes.map(\.key))
    return days.sorted().filter { left[outcome("\($0)", at: Self.noon).key] == nil }
  }
}

/// A clock that goes on by a minute each time it is asked, and ends the test after so many times.
private final class Ticks: Sendable {
  private let count = Mutex(0)
  private let limit: Int
  private let stopSignal: StopSignal
  private let start: Instant

  init(limit: Int, stopSignal: StopSignal, start: Instant) {
    self.limit = limit
    self.stopSignal = stopSignal
    self.start = start
  }

  func next() -> Instant {
    let asked = count.withLock {
      $0 += 1
      return $0
    }
    if asked >= limit { stopSignal.stop() }
    return start.advanced(bySeconds: 60 * (asked - 1))
  }
}
