package import RideStore
package import Rides

extension PostgresStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    let sorted = entries.sorted {
      $0.rideIdentifier == $1.rideIdentifier
        ? ($0.transaction, $0.line) < ($1.transaction, $1.line)
        : $0.rideIdentifier < $1.rideIdentifier
    }
    try write(Self.insertLedger, PostgresRows(LedgerEntryRecord.table.columns, sorted))
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    try read(Self.selectLedger, PostgresRows(of: [ride]))
  }

  static let insertLedger = SQL("append ledger entries", LedgerEntryRecord.table.insert)

  static let selectLedger = SQL(
    "read ledger",
    """
    SELECT \(LedgerEntryRecord.table.names) FROM ledger
    WHERE ride_identifier = ($1::text[])[1] ORDER BY transaction_number, line
    """)
}
