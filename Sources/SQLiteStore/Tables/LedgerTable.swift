package import RideStore
package import Rides

extension SQLiteStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    try write(Self.insertLedger, SQLiteRows(entries))
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    try read(Self.selectLedger, SQLiteParameters(.text(Array(ride.rawValue.utf8))))
  }

  private static let insertLedger = SQL("append ledger entries", LedgerEntryRecord.table.insert)

  static let selectLedger = SQL(
    "read ledger",
    """
    SELECT \(LedgerEntryRecord.table.names) FROM ledger
    WHERE ride_identifier = ?1 ORDER BY transaction_number, line
    """)
}
