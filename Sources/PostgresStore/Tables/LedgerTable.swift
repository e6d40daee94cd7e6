package import RideStore
package import Rides

/// A line of the books as a row of `ledger`.
enum LedgerTable {
  static let layout = TableLayout(
    name: "ledger",
    columns: [
      ("ride_identifier", .text), ("transaction_number", .bigint), ("line", .bigint),
      ("account", .text), ("minor_units", .bigint), ("currency_code", .text), ("reason", .text),
      ("occurred_at", .instant),
    ])

  static func encode(_ entry: LedgerEntryRecord, into rows: inout PostgresRows) {
    rows.add(entry.rideIdentifier.rawValue)
    rows.add(entry.transaction)
    rows.add(entry.line)
    rows.add(entry.account)
    rows.add(entry.minorUnits)
    rows.add(entry.currencyCode)
    rows.add(entry.reason)
    rows.add(entry.occurredAt)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> LedgerEntryRecord {
    LedgerEntryRecord(
      rideIdentifier: RideIdentifier(try row.text()), transaction: try row.int(),
      line: try row.int(), account: try row.text(), minorUnits: try row.integer(),
      currencyCode: try row.text(), reason: try row.text(), occurredAt: try row.instant())
  }
}

extension PostgresStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    if entries.isEmpty { return }
    let sorted = entries.sorted {
      $0.rideIdentifier == $1.rideIdentifier
        ? ($0.transaction, $0.line) < ($1.transaction, $1.line)
        : $0.rideIdentifier < $1.rideIdentifier
    }
    try write(Self.insertLedger, PostgresRows(LedgerTable.layout, sorted, LedgerTable.encode))
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    try read(Self.selectLedger, PostgresRows(keys: [ride.rawValue]), decode: LedgerTable.decode)
  }

  static let insertLedger = SQL("append ledger entries", LedgerTable.layout.insert)

  static let selectLedger = SQL(
    "read ledger",
    """
    SELECT \(LedgerTable.layout.names) FROM ledger
    WHERE ride_identifier = ($1::text[])[1] ORDER BY transaction_number, line
    """)
}
