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
  var console = ConsoleTable()
  /// By the bytes of their names.
  var leases: [[UInt8]: Lease] = [:]

  /// Who has a lease, and until when.
  struct Lease {
    let holder: String
    let until: Instant
  }

  /// The position of a line in the ledger of its ride.
  struct LedgerPlace: Hashable, Comparable {
    let transaction: Int
    let line: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.transaction, left.line) < (right.transaction, right.line)
    }
  }
}

extension MemoryTables {
  /// The records of the open rides, in no order.
  var openRides: [RideRecord] { open.keys.compactMap { rides[$0] } }

  /// Writes a ride and its entries in the indexes.
  mutating func put(_ ride: RideRecord) throws(MemoryConflict) {
    if let old = rides[ride.rideIdentifier], let slot = old.slot {
      slots[old.riderIdentifier]?[slot] = nil
    }
    if let slot = ride.slot {
      guard slots[ride.riderIdentifier]?[slot] == nil else {
        throw MemoryConflict("slot \(slot) of the rider \(ride.riderIdentifier) is taken")
      }
      slots[ride.riderIdentifier, default: [:]][slot] = ride.rideIdentifier
    }
    if ride.isWaiting || ride.dueAt != nil || ride.obligation != nil {
      open[ride.rideIdentifier] = .some(ride.dueAt)
    } else {
      open.removeValue(forKey: ride.rideIdentifier)
    }
    rides[ride.rideIdentifier] = ride
  }

  /// Brings the subscriptions of a ride forward to a change, a second after their last update at
  /// the earliest.
  mutating func hastenSubscriptions(of ride: RideIdentifier, to change: Instant) {
    for (key, subscription) in subscriptions where key.rideIdentifier == ride {
      let earliest = subscription.sentAt?.advanced(bySeconds: 1) ?? change
      subscriptions[key]?.dueAt = min(subscription.dueAt, max(earliest, change))
    }
  }
}

extension RideRecord {
  var texts: [String?] {
    [rideIdentifier.rawValue, riderIdentifier.rawValue, product.rawValue, area, vehicle?.rawValue]
  }
}

/// A condition of a write that does not hold.
struct MemoryConflict: Error {
  let detail: String

  init(_ detail: String) { self.detail = detail }
}

/// Refuses texts that the databases on disk could not keep whole.
func refuseNUL(in texts: [String?], _ operation: String) throws(StoreError) {
  for case let text? in texts where text.utf8.contains(0) {
    throw StoreError(.failed, operation: operation, detail: "a text holds the character U+0000")
  }
}
