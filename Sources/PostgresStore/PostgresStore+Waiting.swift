package import RideStore
import Rides

extension PostgresStore {
  package func waitingRides(_ searches: [WaitingSearch]) throws(StoreError) -> [RideRecord] {
    let keys = Self.waitingKeys(of: searches)
    if keys.isEmpty { return [] }
    return try whole(read(Self.selectWaiting, Self.rows(keys), decode: RideRow.decode))
  }

  static func waitingKeys(of searches: [WaitingSearch]) -> [WaitingKey] {
    WaitingPart.parts(of: searches).flatMap { part in
      part.cells.flatMap { cell in
        part.products.map { WaitingKey(part: part, cell: cell, product: $0) }
      }
    }
  }

  static func rows(_ keys: [WaitingKey]) -> PostgresRows {
    PostgresRows(columns: waitingColumns, keys, encode)
  }

  /// What is looked up in the index.
  struct WaitingKey {
    fileprivate let part: WaitingPart
    fileprivate let cell: Int
    fileprivate let product: ProductKey
  }

  private static func encode(_ key: WaitingKey, into rows: inout PostgresRows) {
    let part = key.part
    rows.add(part.search)
    rows.add(key.product.rawValue)
    rows.add(Double(key.cell))
    rows.add(part.box.south)
    rows.add(part.box.north)
    rows.add(part.box.west)
    rows.add(part.box.east)
    rows.add(part.largestParty)
    rows.add(part.limit)
  }

  private static let waitingColumns: [Table.Column] = [
    ("search", .bigint), ("wanted", .text), ("cell", .double), ("south", .double),
    ("north", .double), ("west", .double), ("east", .double), ("largest", .bigint),
    ("most", .bigint),
  ]

  /// For each product in each cell the first in the order of the index; of all that a search finds
  /// the first.
  ///
  /// Locked within each cell, so that a session that finds the first ones locked gets those behind
  /// them, and not fewer.
  static let selectWaiting = Lockable("waiting rides", lock: " FOR UPDATE SKIP LOCKED") {
    """
    SELECT DISTINCT ON (waiting_since, ride_identifier) \(RideRow.selection(of: "ranked"))
    FROM (
      SELECT near.*, most, row_number() OVER (
        PARTITION BY search ORDER BY waiting_since, ride_identifier) AS rank
      FROM \(Table.given(waitingColumns)) CROSS JOIN LATERAL (
        SELECT \(RideRow.table.names) FROM rides
        WHERE is_waiting AND product = wanted AND \(PostgresVersion3.cell) = cell
          AND pickup_latitude BETWEEN south AND north
          AND pickup_longitude BETWEEN west AND east
          AND coalesce(party_size, 0) <= largest
        ORDER BY waiting_since, ride_identifier LIMIT most\($0)) AS near) AS ranked
    WHERE rank <= most ORDER BY waiting_since, ride_identifier
    """
  }
}
