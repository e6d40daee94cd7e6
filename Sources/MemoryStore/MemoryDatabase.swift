import Dispatch
import RideStore
import Synchronization

/// A database in memory that any number of sessions share, for tests and for trying things out.
///
/// It is as strict as the ones on disk: one writer at a time, nothing is seen before it is
/// committed, and the same writes are conflicts.
package final class MemoryDatabase: Sendable {
  private let committed = Mutex(MemoryTables())
  /// The right to write.
  ///
  /// A semaphore, not a lock: a session may be given up on another thread than it began on.
  private let writer = DispatchSemaphore(value: 1)
  private let busyTimeout: Duration
  /// Whether transactions write into the tables themselves.
  let isForOne: Bool
  /// Whether a transaction of such a database has failed half way.
  private let torn = Atomic<Bool>(false)

  /// A transaction that writes waits for another one as long as `busyTimeout`, and is then
  /// unavailable.
  ///
  /// One that is `forOne` thread alone spares each transaction a copy of the tables, and cannot
  /// roll back a transaction that has written: then it `isTorn`.
  package init(busyTimeout: Duration = .seconds(5), forOne: Bool = false) {
    self.busyTimeout = busyTimeout
    isForOne = forOne
  }

  /// Whether something was left half written, so that what it holds means nothing.
  package var isTorn: Bool { torn.load(ordering: .relaxed) }

  /// The tables as they were last committed.
  var tables: MemoryTables { committed.withLock { $0 } }

  /// The tables for a transaction that writes: a copy, or the only ones.
  func tablesToWrite() -> MemoryTables {
    guard isForOne else { return tables }
    return committed.withLock { tables in
      defer { tables = MemoryTables() }
      return tables
    }
  }

  /// Records that a transaction was not undone.
  func markTorn() { torn.store(true, ordering: .relaxed) }

  func acquireWriter() throws(StoreError) {
    let patience = DispatchTimeInterval.milliseconds(busyTimeout.wholeMilliseconds)
    guard writer.wait(timeout: .now() + patience) == .timedOut else { return }
    let detail = "another session has been writing for \(busyTimeout)"
    throw StoreError(.unavailable, operation: "begin to write", detail: detail)
  }

  /// Gives the right to write to the next session, with what this one has written.
  func releaseWriter(_ tables: MemoryTables?) {
    if let tables { committed.withLock { $0 = tables } }
    writer.signal()
  }
}
