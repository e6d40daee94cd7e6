import RideStore
import Rides

/// All rows, found by the keys that the port asks for.
struct MemoryTables: Sendable {
  var rides: [RideIdentifier: RideRecord] = [:]
  /// The rides that are found without their identifier, because they wait, are due or are owed for,
  /// each with the time at which it is due; most rides of a long day are none of these.
  var open: [RideIdentifier: Instant?] = [:]
  /// The unfinished rides by rider and slot: the unique index.
  var slots: [RiderIdentifier: [Int: RideIdentifier]] = [:]
  var changes: [RideIdentifier: [Int: StatusChange]] = [:]
  var vehicles: [VehicleIdentifier: VehicleRecord] = [:]
  var outcomes: [OutcomeKey: StoredOutcome] = [:]
  var ledger: [RideIdentifier: [LedgerPlace: LedgerEntryRecord]] = [:]
  var subscriptions: [SubscriptionKey: Subscription] = [:]
  var deadLetters: [DeadLetterIdentifier: DeadLetterRecord] = [:]
  /// By the bytes of their names.
  var leases: [[UInt8]: Lease] = [:]

  /// Who has a lease, and until when.
  struct Lease {
    let holder: String
    let until: Instant
  }

  /// The place of a line in the books of its ride.
  struct LedgerPlace: Hashable, Comparable {
    let transaction: Int
    let line: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.transaction, left.line) < (right.transaction, right.line)
    }
  }
}

extension StoreError {
  static func conflict(_ operation: String, _ detail: String) -> StoreError {
    StoreError(.conflict, operation: operation, detail: detail)
  }
}

/// Refuses texts that the databases on disk could not keep whole.
func refuseNUL(in texts: [String?], _ operation: String) throws(StoreError) {
  for case let text? in texts where text.utf8.contains(0) {
    throw StoreError(.failed, operation: operation, detail: "a text holds the character U+0000")
  }
}
