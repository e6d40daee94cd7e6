/// How long a session waits for the server, in each of the ways in which it can be made to wait.
///
/// All are below the ten seconds after which the broker gives up a connection that is silent.
package struct PostgresTimeouts: Hashable, Sendable {
  /// For a connection to one of the hosts.
  package var connect: Duration
  /// For all the waiting of one transaction, from `begin` on, connecting anew included; past it the
  /// connection is dropped.
  package var transaction: Duration
  /// For one statement, kept by the server.
  package var statement: Duration
  /// For one lock, kept by the server.
  package var lock: Duration
  /// How long the server keeps the locks of a session that says nothing within a transaction, such
  /// as one of a process that was stopped.
  package var idleInTransaction: Duration

  package init(
    connect: Duration = .seconds(2), transaction: Duration = .seconds(5),
    statement: Duration = .seconds(4), lock: Duration = .seconds(2),
    idleInTransaction: Duration = .seconds(5)
  ) {
    self.connect = connect
    self.transaction = transaction
    self.statement = statement
    self.lock = lock
    self.idleInTransaction = idleInTransaction
  }

  /// What a worker waits.
  package static let standard = PostgresTimeouts()
}
