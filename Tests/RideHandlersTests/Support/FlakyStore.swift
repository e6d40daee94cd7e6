import MemoryStore
import RideStore
import Rides

/// A session whose first commits fail, or all writes of some riders' rides, as if others had been
/// first.
final class FlakyStore: RideStore {
  let store: any RideStore
  private let code: StoreError.Code
  private var failuresLeft: Int
  /// The riders whose rides another session changes first, each time.
  var contested: Set<RiderIdentifier> = []
  /// Whether the next read of rides or outcomes sees none: it comes just before another's commit.
  var isEarly = false
  /// How often the stored outcomes were read.
  private(set) var reads = 0
  /// The transactions that were begun.
  private(set) var modes: [TransactionMode] = []

  /// The tables of which rows were locked, in order.
  private(set) var locks: [String] = []
  /// The rides that were asked for by their names, and so locked.
  private(set) var namedRides: Set<RideIdentifier> = []

  /// What others do between the first attempt that failed and the next.
  var interruption: (() -> Void)?

  init(_ store: any RideStore, failing count: Int = 0, with code: StoreError.Code = .conflict) {
    self.store = store
    self.code = code
    failuresLeft = count
  }

  func commit() throws(StoreError) {
    guard failuresLeft == 0 else {
      failuresLeft -= 1
      throw StoreError(code, operation: "commit", detail: "as the test wants it")
    }
    try store.commit()
  }

  func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome] {
    reads += 1
    return comesTooEarly() ? [:] : try store.outcomes(keys)
  }

  func checkSchema() throws(StoreError) { try store.checkSchema() }

  func begin(_ mode: TransactionMode) throws(StoreError) {
    modes.append(mode)
    try store.begin(mode)
  }

  func rollBack() {
    store.rollBack()
    let interrupt = interruption
    interruption = nil
    interrupt?()
  }

  func rides(_ identifiers: [RideIdentifier]) throws(StoreError) -> [RideIdentifier: RideRecord] {
    locks.append("rides")
    namedRides.formUnion(identifiers)
    return comesTooEarly() ? [:] : try store.rides(identifiers)
  }

  private func comesTooEarly() -> Bool {
    defer { isEarly = false }
    return isEarly
  }

  func unfinishedRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    locks.append("rides")
    return try store.unfinishedRides(of: riders)
  }

  func waitingRides(_ searches: [WaitingSearch]) throws(StoreError) -> [RideRecord] {
    try store.waitingRides(searches)
  }

  func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    try store.statusChanges(keys)
  }

  func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    try store.history(of: ride)
  }

  func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] {
    locks.append("vehicles")
    return try store.vehicles(identifiers)
  }

  func vehicles(
    after identifier: VehicleIdentifier?, limit: Int
  ) throws(StoreError) -> [VehicleRecord] {
    try store.vehicles(after: identifier, limit: limit)
  }

  func refresh(_ roster: inout VehicleRoster, reportedAfter instant: Instant) throws(StoreError) {
    try store.refresh(&roster, reportedAfter: instant)
  }

  func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    try store.claim(claims)
  }

  func release(_ claims: [VehicleClaim]) throws(StoreError) { try store.release(claims) }
  func save(_ vehicles: [VehicleRecord]) throws(StoreError) { try store.save(vehicles) }
  func saveDriven(_ vehicles: [VehicleRecord]) throws(StoreError) {
    try store.saveDriven(vehicles)
  }

  func insert(_ rides: [RideRecord]) throws(StoreError) {
    try contest(rides)
    try store.insert(rides)
  }

  func update(_ rides: [RideUpdate]) throws(StoreError) {
    try contest(rides.map(\.record))
    try store.update(rides)
  }

  private func contest(_ rides: [RideRecord]) throws(StoreError) {
    guard rides.contains(where: { contested.contains($0.riderIdentifier) }) else { return }
    throw StoreError(.conflict, operation: "write rides", detail: "as the test wants it")
  }

  func append(_ changes: [StatusChange]) throws(StoreError) { try store.append(changes) }
  func store(_ outcomes: [StoredOutcome]) throws(StoreError) { try store.store(outcomes) }

  func pruneOutcomes(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    try store.pruneOutcomes(olderThanDays: days, at: now, limit: limit)
  }
}

extension FlakyStore {
  func dueRides(at instant: Instant, limit: Int) throws(StoreError) -> [DueRide] {
    try store.dueRides(at: instant, limit: limit)
  }

  func owingRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try store.owingRides(of: riders)
  }

  func obligations(limit: Int) throws(StoreError) -> [RiderObligation] {
    try store.obligations(limit: limit)
  }

  func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord] {
    try store.rides(matching: filter)
  }

  func append(_ entries: [LedgerEntryRecord]) throws(StoreError) { try store.append(entries) }

  func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    try store.ledger(of: ride)
  }

  func subscribe(_ subscriptions: [Subscription]) throws(StoreError) {
    locks.append("subscriptions")
    try store.subscribe(subscriptions)
  }

  func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] {
    try store.subscriptions(keys)
  }

  func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey] {
    locks.append("subscriptions")
    return try store.update(updates)
  }

  func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError) { try store.unsubscribe(keys) }

  func unsubscribe(replyTo queues: [String]) throws(StoreError) {
    locks.append("subscriptions")
    try store.unsubscribe(replyTo: queues)
  }

  func dueSubscriptions(at instant: Instant, limit: Int) throws(StoreError) -> [DueSubscription] {
    try store.dueSubscriptions(at: instant, limit: limit)
  }

  func subscriptionCount(of ride: RideIdentifier) throws(StoreError) -> Int {
    try store.subscriptionCount(of: ride)
  }
}

extension FlakyStore {
  func fleetFigures(at instant: Instant) throws(StoreError) -> FleetFigures {
    try store.fleetFigures(at: instant)
  }

  func lease(
    _ name: String, holder: String, until: Instant, at now: Instant
  ) throws(StoreError) -> Bool {
    try store.lease(name, holder: holder, until: until, at: now)
  }
}

extension FlakyStore {
  func save(_ session: ConsoleSession) throws(StoreError) { try store.save(session) }

  func session(_ digest: String) throws(StoreError) -> ConsoleSession? {
    try store.session(digest)
  }

  func renewSession(_ digest: String, seenAt instant: Instant) throws(StoreError) -> Int {
    try store.renewSession(digest, seenAt: instant)
  }

  func endSession(_ digest: String) throws(StoreError) -> Int { try store.endSession(digest) }

  func endSessions(of account: String) throws(StoreError) -> Int {
    try store.endSessions(of: account)
  }

  func pruneSessions(endedBefore instant: Instant, limit: Int) throws(StoreError) -> Int {
    try store.pruneSessions(endedBefore: instant, limit: limit)
  }

  func append(_ entry: AuditEntry) throws(StoreError) { try store.append(entry) }

  func auditEntries(matching filter: AuditFilter) throws(StoreError) -> [AuditEntry] {
    try store.auditEntries(matching: filter)
  }
}
