package import Rides

/// The ledger of the rides; lines are only appended.
package protocol LedgerStore {
  /// Adds lines; a ride's transaction and line that exist are a conflict.
  ///
  /// The store does not add up: that a transaction balances is for its author to see to.
  func append(_ entries: [LedgerEntryRecord]) throws(StoreError)

  /// All lines of a ride in the order of transactions and lines; never locked.
  func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord]
}

/// One line of one transaction in the ledger of a ride; a line is written once and never changed.
package struct LedgerEntryRecord: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// The number of the transaction within the ride.
  package var transaction: Int
  /// The number of the line within the transaction.
  package var line: Int
  package var account: String
  /// The amount; its sign is the side of the account.
  package var minorUnits: Int64
  package var currencyCode: String
  package var reason: String
  package var occurredAt: Instant

  package init(
    rideIdentifier: RideIdentifier, transaction: Int, line: Int, account: String,
    minorUnits: Int64, currencyCode: String, reason: String, occurredAt: Instant
  ) {
    self.rideIdentifier = rideIdentifier
    self.transaction = transaction
    self.line = line
    self.account = account
    self.minorUnits = minorUnits
    self.currencyCode = currencyCode
    self.reason = reason
    self.occurredAt = occurredAt
  }
}

extension LedgerEntryRecord: RowEncodable, RowDecodable {
  /// The table of the lines.
  package static let table = StoredTable(
    "ledger",
    [
      ("ride_identifier", .text), ("transaction_number", .integer), ("line", .integer),
      ("account", .text), ("minor_units", .integer), ("currency_code", .text), ("reason", .text),
      ("occurred_at", .instant),
    ])

  package func encode(into rows: inout some StoredRows) {
    rows.add(rideIdentifier.rawValue)
    rows.add(transaction)
    rows.add(line)
    rows.add(account)
    rows.add(minorUnits)
    rows.add(currencyCode)
    rows.add(reason)
    rows.add(occurredAt)
  }

  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      rideIdentifier: RideIdentifier(try row.text()), transaction: try row.int(),
      line: try row.int(), account: try row.text(), minorUnits: try row.integer(),
      currencyCode: try row.text(), reason: try row.text(), occurredAt: try row.instant())
  }
}
