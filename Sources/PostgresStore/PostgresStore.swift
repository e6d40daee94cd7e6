package import RideStore
package import Rides

/// A session on a PostgreSQL server that the workers of any number of machines share.
package final class PostgresStore: RideStore {
  private let url: String

  /// Names the database; the first transaction connects to it.
  package init(url: String, timeouts: PostgresTimeouts = .standard) throws(StoreError) {
    self.url = url
  }

  /// How many statements this session has run, `BEGIN` and `COMMIT` included.
  package var statementsRun: Int { 0 }

  /// Brings the database to the schema of this build.
  @discardableResult
  package static func migrate(
    url: String, timeouts: PostgresTimeouts = .standard
  ) throws(StoreError) -> MigrationReport { throw missing }

  private static var missing: StoreError {
    StoreError(.failed, operation: "use PostgreSQL", detail: "this build cannot yet")
  }

  package func checkSchema() throws(StoreError) { throw Self.missing }
  package func begin(_ mode: TransactionMode) throws(StoreError) { throw Self.missing }
  package func commit() throws(StoreError) { throw Self.missing }
  package func rollBack() {}
  package func outcomes(
    _ keys: [OutcomeKey]
  ) throws(StoreError) -> [OutcomeKey: StoredOutcome] { throw Self.missing }
  package func rides(
    _ identifiers: [RideIdentifier]
  ) throws(StoreError) -> [RideIdentifier: RideRecord] { throw Self.missing }
  package func unfinishedRides(
    of riders: [RiderIdentifier]
  ) throws(StoreError) -> [RideRecord] { throw Self.missing }
  package func waitingRides(
    products: [ProductKey], limit: Int
  ) throws(StoreError) -> [RideRecord] { throw Self.missing }
  package func dueRides(
    at instant: Instant, limit: Int
  ) throws(StoreError) -> [DueRide] { throw Self.missing }
  package func owingRides(
    of riders: [RiderIdentifier]
  ) throws(StoreError) -> [RideRecord] { throw Self.missing }
  package func obligations(limit: Int) throws(StoreError) -> [RiderObligation] {
    throw Self.missing
  }
  package func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord] {
    throw Self.missing
  }
  package func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] { throw Self.missing }
  package func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    throw Self.missing
  }
  package func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] { throw Self.missing }
  package func vehiclesOnDuty() throws(StoreError) -> [VehicleRecord] { throw Self.missing }
  package func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleClaim] {
    throw Self.missing
  }
  package func release(_ claims: [VehicleClaim]) throws(StoreError) { throw Self.missing }
  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) { throw Self.missing }
  package func insert(_ rides: [RideRecord]) throws(StoreError) { throw Self.missing }
  package func update(_ rides: [RideUpdate]) throws(StoreError) { throw Self.missing }
  package func append(_ changes: [StatusChange]) throws(StoreError) { throw Self.missing }
  package func store(_ outcomes: [StoredOutcome]) throws(StoreError) { throw Self.missing }
  package func pruneOutcomes(
    storedBefore: Instant, limit: Int
  ) throws(StoreError) -> Int { throw Self.missing }
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) { throw Self.missing }
  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    throw Self.missing
  }
  package func subscribe(_ subscriptions: [Subscription]) throws(StoreError) { throw Self.missing }
  package func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] { throw Self.missing }
  package func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey] {
    throw Self.missing
  }
  package func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError) { throw Self.missing }
  package func unsubscribe(replyTo queues: [String]) throws(StoreError) { throw Self.missing }
  package func dueSubscriptions(
    at instant: Instant, limit: Int
  ) throws(StoreError) -> [DueSubscription] { throw Self.missing }
}
