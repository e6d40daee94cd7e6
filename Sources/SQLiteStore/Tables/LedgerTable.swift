package import RideStore
package import Rides

/// A line of the ledger as a row of `ledger`.
enum LedgerTable {
  static let layout = TableLayout(
    name: "ledger",
    columns: [
      ("ride_identifier", .value), ("transaction_number", .value), ("line", .value),
      ("account", .value), ("minor_units", .value), ("currency_code", .value),
      ("reason", .value), ("occurred_at", .value),
    ])
}

extension SQLiteStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    if entries.isEmpty { return }
    try write(
      Self.insertLedger, JSONRows(entries) { $0.encode(into: &$1) }, expecting: entries.count)
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    let key = SQLiteParameters(.text(Array(ride.rawValue.utf8)))
    return try read(Self.selectLedger, key, decode: LedgerEntryRecord.init(from:))
  }

  private static let insertLedger = SQL("append ledger entries", LedgerTable.layout.insert)

  static let selectLedger = SQL(
    "read ledger",
    """
    SELECT \(LedgerTable.layout.names) FROM ledger
    WHERE ride_identifier = ?1 ORDER BY transaction_number, line
    """)
}
