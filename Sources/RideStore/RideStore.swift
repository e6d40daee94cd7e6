package import Rides

/// The port to the database: one session, owned by one thread.
///
/// Every function reads or writes a whole set with a constant number of statements. No guarantee
/// depends on an isolation level: uniqueness and conditions on single rows suffice. A failed
/// condition throws `StoreError.Code.conflict`; the caller then rolls back, reads again and decides
/// again.
///
/// A store may defer a write whose function returns nothing; then a later function, `commit` at the
/// latest, throws its conflict. After any error the transaction can only be rolled back.
///
/// A written set has each row at most once; a repeated row is a conflict too. A text with the
/// character U+0000 is refused as `failed`, since no database stores it completely. A function with
/// a `limit` returns nothing for 0; a negative limit is a mistake of the caller.
///
/// Rows are locked in one order: rides, vehicles, subscriptions, dead letters. Where a store locks
/// rows, if two sessions wait for each other nevertheless, one of them gets a conflict.
package protocol RideStore: AnyObject, LedgerStore, SubscriptionStore, DeadLetterStore,
  FigureStore, ConsoleStore
{
  /// Throws `wrongSchema` unless the database has the version of this build's schema, its revision
  /// or a newer one, and all its tables; `unavailable` if it cannot be reached.
  func checkSchema() throws(StoreError)

  /// The current time of the database's own clock; nil for a store without one, as when all its
  /// sessions share the clock of one machine.
  func time() throws(StoreError) -> Instant?

  /// How long this session has waited for the database so far; zero for a store that never waits.
  var timeInStore: Duration { get }

  /// Begins a transaction. With `write` it locks for writing at once if the database has one
  /// writer.
  func begin(_ mode: TransactionMode) throws(StoreError)

  /// Makes all writes since `begin` last, power loss included.
  ///
  /// Throws the conflict of a deferred write. If the connection is lost before the answer it throws
  /// `unavailable`, and it is unknown whether the transaction was committed: the caller handles the
  /// same messages again and learns it from their outcomes.
  func commit() throws(StoreError)

  /// Forgets all writes since `begin`; safe after any error and without a transaction.
  func rollBack()

  /// Reads all sets of a lookup in one turn with the database, where it is a server.
  ///
  /// The sets are read, and locked, in the order rides, outcomes, unfinished rides, owing rides,
  /// waiting rides. Another session may commit between two of them.
  func find(_ lookup: Lookup) throws(StoreError) -> Lookup.Findings

  /// The stored outcomes among the keys; a key without one is absent.
  func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome]

  /// The rides of those identifiers; in a write transaction they are locked, in the order of their
  /// identifiers.
  func rides(_ identifiers: [RideIdentifier]) throws(StoreError) -> [RideIdentifier: RideRecord]

  /// The unfinished rides of those riders; locked as in `rides`.
  func unfinishedRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord]

  /// The rides that wait for a vehicle and that one of the searches wants, each once, the longest
  /// waiting first: of each search the longest-waiting ones, at most its `limit`.
  ///
  /// What a search costs does not grow with the rides that wait elsewhere. In a write transaction
  /// the rides are locked, and those that another transaction has locked are left out rather than
  /// waited for; a few more than are returned may be locked.
  func waitingRides(_ searches: [WaitingSearch]) throws(StoreError) -> [RideRecord]

  /// The rides that need looking after by an instant, the most overdue first, at most `limit`;
  /// never locked.
  func dueRides(at instant: Instant, limit: Int) throws(StoreError) -> [DueRide]

  /// The rides with a debt of those riders, ordered by identifier; never locked.
  func owingRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord]

  /// What riders owe, once for each rider and kind, in the order of the riders and at most `limit`;
  /// never locked.
  func obligations(limit: Int) throws(StoreError) -> [RiderObligation]

  /// The rides that a filter lets through, the newest first; never locked.
  func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord]

  /// The status changes among the keys.
  func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange]

  /// All status changes of a ride in the order of their sequence.
  func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange]

  /// The vehicles of those identifiers; locked as in `rides`.
  func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord]

  /// All vehicles after that identifier, all without one, in the order of their identifiers and at
  /// most `limit`; never locked.
  func vehicles(
    after identifier: VehicleIdentifier?, limit: Int
  ) throws(StoreError) -> [VehicleRecord]

  /// Updates a roster to all vehicles on duty that have reported their position and have reported
  /// after that instant, claimed or not; never locked. Only the columns of a supply are read, since
  /// there may be very many vehicles; those that have not changed since the last reading may be
  /// left out. Each vehicle is as it was at some moment of the reading.
  ///
  /// After an error the roster is as it was, and needs a reading of all.
  func refresh(_ roster: inout VehicleRoster, reportedAfter instant: Instant) throws(StoreError)

  /// Claims each vehicle for its ride if it is on duty and unclaimed; returns the vehicles of the
  /// claims that were granted, each with its ride, in the order of the claims.
  ///
  /// A vehicle that already serves the ride is granted again; one that another transaction has
  /// locked is not granted rather than waited for.
  func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord]

  /// Frees each vehicle that is claimed by that ride, and forgets what it has driven; a claim of
  /// another ride is left alone.
  func release(_ claims: [VehicleClaim]) throws(StoreError)

  /// Inserts or replaces vehicles, all columns but the claim, and `driven` and `conduct` where
  /// there is one of them; a row that already has the same or a newer `sequence` is a conflict.
  func save(_ vehicles: [VehicleRecord]) throws(StoreError)

  /// Replaces what vehicles have driven, `driven` alone.
  func saveDriven(_ vehicles: [VehicleRecord]) throws(StoreError)

  /// Inserts new rides; an existing identifier, or an occupied slot of a rider, is a conflict.
  func insert(_ rides: [RideRecord]) throws(StoreError)

  /// Replaces rides whose stored `revision` is the expected one; another one is a conflict.
  func update(_ rides: [RideUpdate]) throws(StoreError)

  /// Adds status changes; a key that exists is a conflict.
  ///
  /// The subscriptions of their rides become due at the change's time, but a second after the last
  /// update at the earliest; one that is due before that stays so.
  func append(_ changes: [StatusChange]) throws(StoreError)

  /// Stores outcomes; a key that exists is a conflict.
  func store(_ outcomes: [StoredOutcome]) throws(StoreError)

  /// Deletes at most `limit` outcomes that were stored more than that many days before `now`, the
  /// oldest first; returns the number of deleted rows.
  ///
  /// `now` is from the clock of one caller, which may be wrong, and a message whose outcome is
  /// deleted too early is executed twice when it is repeated. So other clocks have to agree: an
  /// outcome is deleted only if more than that many later outcomes exist, each a day or more before
  /// the next; outcomes stored once by a fast clock count as one of them. If the database has its
  /// own clock, as a server has, the outcome must be as old by that clock too.
  func pruneOutcomes(olderThanDays days: Int, at now: Instant, limit: Int) throws(StoreError) -> Int
}

/// Whether a transaction will write, and how consistently it reads.
package enum TransactionMode: String, Sendable {
  case read
  /// All is read as of one moment: the first read. It may be long, and delays no other session.
  case snapshot
  case write
}

extension RideStore {
  /// No own clock.
  package func time() throws(StoreError) -> Instant? { nil }

  /// No database to wait for.
  package var timeInStore: Duration { .zero }

  /// Runs `body` between `begin` and `commit`; rolls back and rethrows if it throws.
  package func transaction<Result>(
    _ mode: TransactionMode, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      try begin(mode)
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }
  /// All vehicles of a roster that is read for the first time, ascending by identifier.
  package func vehiclesOnDuty(
    reportedAfter instant: Instant
  ) throws(StoreError) -> [Supply.Entry] {
    var roster = VehicleRoster()
    try refresh(&roster, reportedAfter: instant)
    return roster.entries
  }
}

extension Duration {
  /// Whole milliseconds, rounded down, for the settings of a database.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    return overflow ? .max : Int(clamping: whole + attoseconds / 1_000_000_000_000_000)
  }
}
