import MachineFixture
package import PostgresStore

extension PostgresTimeouts {
  /// For a session of a test that waits for the server, however busy the machine is.
  package static func patient(lock: Duration = Patience.limit) -> PostgresTimeouts {
    PostgresTimeouts(
      transaction: Patience.limit, statement: Patience.limit, lock: lock,
      idleInTransaction: Patience.limit)
  }
}
