package import RideStore
package import Rides

extension PostgresStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    if entries.isEmpty { return }
    let sorted = entries.sorted {
      $0.rideIdentifier == $1.rideIdentifier
        ? ($0.transaction, $0.line) < ($1.transaction, $1.line)
        : $0.rideIdentifier < $1.rideIdentifier
    }
    try write(Self.insertLedger, PostgresRows(LedgerRow.table, sorted, LedgerRow.encode))
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    try read(Self.selectLedger, PostgresRows(keys: [ride.rawValue]), decode: LedgerRow.decode)
  }

  static let insertLedger = SQL("append ledger entries", LedgerRow.table.insert)

  static let selectLedger = SQL(
    "read ledger",
    """
    SELECT \(LedgerRow.table.names) FROM ledger
    WHERE ride_identifier = ($1::text[])[1] ORDER BY transaction_number, line
    """)
}
