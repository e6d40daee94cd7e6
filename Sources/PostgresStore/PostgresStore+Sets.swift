import RideStore

extension PostgresStore {
  /// The rows that belong to a set of keys.
  func read<Row>(
    _ sql: SQL, _ keys: consuming PostgresRows,
    decode: (inout PostgresRow) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    try read(sql, keys.parameters(for: sql), decode: decode)
  }

  /// The rows that belong to a set of keys; locked in a transaction that writes.
  func read<Row>(
    _ search: Lockable, _ keys: consuming PostgresRows,
    decode: (inout PostgresRow) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    try read(search.statement(locking: isWriting), keys, decode: decode)
  }

  /// Writes a set within the transaction, some time until its commit.
  func write(_ sql: SQL, _ rows: consuming PostgresRows) throws(StoreError) {
    try write(sql, rows.parameters(for: sql))
  }
}
