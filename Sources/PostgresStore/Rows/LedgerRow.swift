import RideStore
import Rides

/// A line of the books as a row of `ledger`.
enum LedgerRow {
  static let table = Table(
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
