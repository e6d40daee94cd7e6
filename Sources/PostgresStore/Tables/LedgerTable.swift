package import RideStore
package import Rides

/// A line of the ledger as a row of `ledger`.
enum LedgerTable {
  static let layout = TableLayout(
    name: "ledger",
    columns: [
      ("ride_identifier", .text), ("transaction_number", .bigint), ("line", .bigint),
      ("account", .text), ("minor_units", .bigint), ("currency_code", .text), ("reason", .text),
      ("occurred_at", .instant),
    ])
}

extension PostgresStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    if entries.isEmpty { return }
    let sorted = entries.sorted {
      $0.rideIdentifier == $1.rideIdentifier
        ? ($0.transaction, $0.line) < ($1.transaction, $1.line)
        : $0.rideIdentifier < $1.rideIdentifier
    }
    try write(Self.insertLedger, PostgresRows(LedgerTable.layout, sorted) { $0.encode(into: &$1) })
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    try read(
      Self.selectLedger, PostgresRows(keys: [ride.rawValue]), decode: LedgerEntryRecord.init(from:))
  }

  static let insertLedger = SQL("append ledger entries", LedgerTable.layout.insert)

  static let selectLedger = SQL(
    "read ledger",
    """
    SELECT \(LedgerTable.layout.names) FROM ledger
    WHERE ride_identifier = ($1::text[])[1] ORDER BY transaction_number, line
    """)
}
