package import RideStore
package import Rides

extension MemoryStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    if entries.isEmpty { return }
    let operation = "append ledger entries"
    try write("append ledger entries") { (tables) throws(StoreError) in
      for entry in entries {
        try refuseNUL(in: entry.texts, operation)
        let place = MemoryTables.LedgerPlace(transaction: entry.transaction, line: entry.line)
        let ride = entry.rideIdentifier
        guard tables.ledger[ride, default: [:]].updateValue(entry, forKey: place) == nil else {
          let key = "line \(entry.line) of transaction \(entry.transaction) of \(ride)"
          throw .conflict(operation, "\(key) exists")
        }
      }
    }
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    visible.ledger[ride, default: [:]].sorted { $0.key < $1.key }.map(\.value)
  }
}

extension LedgerEntryRecord {
  fileprivate var texts: [String?] { [rideIdentifier.rawValue, account, currencyCode, reason] }
}
