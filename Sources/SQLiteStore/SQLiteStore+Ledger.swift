package import RideStore
package import Rides

extension SQLiteStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    if entries.isEmpty { return }
    try write(Self.insertLedger, JSONRows(entries, LedgerRow.encode), expecting: entries.count)
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    let key = SQLiteParameters(.text(Array(ride.rawValue.utf8)))
    return try read(Self.selectLedger, key, decode: LedgerRow.decode)
  }

  private static let insertLedger = SQL("append ledger entries", LedgerRow.table.insert)

  static let selectLedger = SQL(
    "read ledger",
    """
    SELECT \(LedgerRow.table.names) FROM ledger
    WHERE ride_identifier = ?1 ORDER BY transaction_number, line
    """)
}
