import MemoryStore
import RideStore
import Rides

/// What the sessions on the store of the world know of each other.
struct Storage: Sendable {
  /// The lane that writes, where there is one writer at a time.
  var writer: Int?
  /// The rows that open transactions have read in order to write, by lane.
  var locks: [Int: Set<Row>] = [:]
  var downUntil: Int64 = 0

  /// Which row is locked.
  enum Row: Hashable, Sendable {
    case ride(RideIdentifier)
    case vehicle(VehicleIdentifier)
    case subscription(SubscriptionKey)
  }

  /// Whether another lane's transaction holds a row.
  func isLocked(_ row: Row, besides seat: Int) -> Bool {
    locks.contains { $0.key != seat && $0.value.contains(row) }
  }

  /// Forgets the transaction of a lane.
  mutating func release(_ seat: Int) {
    locks[seat] = nil
    if writer == seat { writer = nil }
  }
}

extension World {
  /// Whether and why the store does not answer a call now.
  mutating func storeFailure(_ caller: Caller, _ operation: String) -> StoreError? {
    guard !isDead(caller) else { return .lost(operation) }
    guard storage.downUntil <= time else { return .lost(operation) }
    return strikes(.failedInside, times: 0.3) ? .lost(operation) : nil
  }

  /// Begins a transaction that writes: whether it may, or else until when to wait.
  mutating func takeWriter(_ caller: Caller) -> Bool {
    guard !weather.overlaps else { return true }
    guard storage.writer == nil || storage.writer == caller.seat else { return false }
    storage.writer = caller.seat
    return true
  }

  /// Locks rows for a transaction.
  mutating func lock(_ rows: [Storage.Row], for caller: Caller) {
    guard !isDead(caller) else { return }
    storage.locks[caller.seat, default: []].formUnion(rows)
  }
}

extension StoreError {
  static func lost(_ operation: String) -> StoreError {
    StoreError(.unavailable, operation: operation, detail: "as the world wants it")
  }

  static func taken(_ operation: String) -> StoreError {
    StoreError(.conflict, operation: operation, detail: "as the world wants it")
  }
}
