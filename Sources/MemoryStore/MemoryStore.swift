package import RideStore

/// A session on a database in memory; one thread owns it.
///
/// A transaction works on a copy of the tables, which `commit` puts in the place of the shared
/// ones.
package final class MemoryStore: RideStore {
  private let database: MemoryDatabase
  private var transaction: (mode: TransactionMode, tables: MemoryTables)?
  /// A write has failed, perhaps half way: what the transaction has done must not be committed.
  private var mustRollBack = false
  /// Whether the transaction has changed the tables.
  private var hasWritten = false

  /// A session on a database that others share.
  package init(_ database: MemoryDatabase) { self.database = database }

  deinit { rollBack() }

  package func checkSchema() throws(StoreError) {}

  package func begin(_ mode: TransactionMode) throws(StoreError) {
    precondition(transaction == nil, "a session has one transaction at a time")
    if mode == .write { try database.takeWriter() }
    transaction = (mode, mode == .write ? database.tablesToWrite() : database.tables)
    mustRollBack = false
    hasWritten = false
  }

  package func commit() throws(StoreError) {
    guard let transaction else { preconditionFailure("there is no transaction to commit") }
    precondition(!mustRollBack, "a transaction whose write has failed can only be rolled back")
    if transaction.mode == .write { database.endWriting(transaction.tables) }
    self.transaction = nil
  }

  package func rollBack() {
    if let transaction, transaction.mode == .write {
      if database.isForOne, hasWritten { database.tear() }
      database.endWriting(database.isForOne ? transaction.tables : nil)
    }
    transaction = nil
  }

  /// What a read sees: the transaction's own writes, or else what is committed.
  var visible: MemoryTables { transaction?.tables ?? database.tables }

  /// Writes within the transaction.
  func write<Result>(
    _ operation: StaticString, _ body: (inout MemoryTables) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    precondition(transaction?.mode == .write, "\(operation) needs a transaction that writes")
    guard var open = transaction else { preconditionFailure("there is no transaction") }
    // The session lets go of its tables while they are changed, so that they are not copied each
    // time.
    transaction = (open.mode, MemoryTables())
    defer { transaction = open }
    hasWritten = true
    do throws(StoreError) {
      return try body(&open.tables)
    } catch {
      mustRollBack = true
      throw error
    }
  }
}
