import RideStore

/// How long a session waits for the server, in each of the ways in which it can be made to wait.
///
/// All are below the ten seconds after which the broker closes a silent connection.
package struct PostgresTimeouts: Hashable, Sendable {
  /// For looking up the addresses of a host.
  package var lookup: Duration
  /// For a connection to one address of one of the hosts.
  package var connect: Duration
  /// For all the waiting of one transaction, from `begin` on, connecting again included; after that
  /// the connection is dropped.
  package var transaction: Duration
  /// For one statement, kept by the server.
  package var statement: Duration
  /// For one lock, kept by the server.
  package var lock: Duration
  /// How long the server keeps the locks of a session that is idle in a transaction, such as that
  /// of a stopped process.
  package var idleInTransaction: Duration

  package init(
    lookup: Duration = .seconds(2), connect: Duration = .seconds(2),
    transaction: Duration = .seconds(5), statement: Duration = .seconds(4),
    lock: Duration = .seconds(2), idleInTransaction: Duration = .seconds(5)
  ) {
    self.lookup = lookup
    self.connect = connect
    self.transaction = transaction
    self.statement = statement
    self.lock = lock
    self.idleInTransaction = idleInTransaction
  }

  /// What a worker waits.
  package static let standard = PostgresTimeouts()

  /// What a recorder waits for the state of a whole fleet; its snapshot takes no locks.
  package static let snapshot = PostgresTimeouts(
    transaction: .seconds(120), statement: .seconds(30), idleInTransaction: .seconds(30))

  /// What `livery migrate` waits: it has no heartbeat to keep, but whoever needs the same table
  /// waits behind it while it waits for a lock.
  ///
  /// So its lock times out before those of the workers do; after a second the server cancels an
  /// autovacuum that is in the way (`deadlock_timeout`).
  package static let migration = PostgresTimeouts(
    lookup: .seconds(8), connect: .seconds(5), transaction: .seconds(300), statement: .seconds(240),
    lock: .milliseconds(1_500), idleInTransaction: .seconds(60))
}

/// When waiting for the server ends.
struct PostgresDeadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) { end = .now + duration }

  private init(end: ContinuousClock.Instant) { self.end = end }

  var hasPassed: Bool { end <= .now }

  /// The remaining time in milliseconds, for poll(2); rounded up, so that no wait ends just before
  /// the deadline.
  var milliseconds: Int32 {
    let left = end - .now
    return left <= .zero ? 0 : Int32(clamping: left.wholeMilliseconds + 1)
  }

  /// The time that is left; zero when it has passed.
  var remaining: Duration { max(.zero, end - .now) }

  /// This deadline, or a nearer one.
  func or(after duration: Duration) -> PostgresDeadline {
    PostgresDeadline(end: min(end, .now + duration))
  }
}
