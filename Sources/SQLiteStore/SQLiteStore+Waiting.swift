package import RideStore
import Rides

extension SQLiteStore {
  package func waitingRides(_ searches: [WaitingSearch]) throws(StoreError) -> [RideRecord] {
    let parts = WaitingPart.parts(of: searches)
    guard let most = parts.map(\.limit).max() else { return [] }
    var products: [JSONRows] = []
    for part in parts {
      let keys = JSONRows(keys: part.products.lazy.map(\.rawValue))
      products.append(try keys.checked(for: Self.selectWaiting))
    }
    let rows = JSONRows(zip(parts, products), Self.encode)
    let parameters = SQLiteParameters(.text(rows.json), .integer(Int64(most)))
    return try read(Self.selectWaiting, parameters, decode: RideRow.decode)
  }

  /// Lists travel as texts, JSON within JSON.
  private static func encode(
    _ row: (part: WaitingPart, products: JSONRows), into rows: inout JSONRows
  ) {
    let (part, products) = row
    rows.add(part.search)
    rows.add(part.box.south)
    rows.add(part.box.north)
    rows.add(part.box.west)
    rows.add(part.box.east)
    rows.add(part.largestParty)
    rows.add(part.limit)
    rows.add("[\(part.cells.map(\.description).joined(separator: ","))]")
    rows.add(String(decoding: products.json, as: UTF8.self))
  }

  /// For each product in each cell the first in the order of the index, from its entries alone; of
  /// all that a search finds the first; and only of those the whole rides.
  ///
  /// `LIMIT` takes no column: each cell gives as many as the largest search wants, and the rank
  /// among those of its search leaves out the rest.
  static let selectWaiting = SQL(
    "read waiting rides",
    """
    WITH wanted AS MATERIALIZED (
      SELECT part.value ->> 0 AS search, part.value ->> 1 AS south, part.value ->> 2 AS north,
        part.value ->> 3 AS west, part.value ->> 4 AS east, part.value ->> 5 AS largest,
        part.value ->> 6 AS most, part.value ->> 7 AS cells, part.value ->> 8 AS products
      FROM json_each(?1) AS part),
    found AS (
      SELECT near.rowid AS place, wanted.most AS most,
        row_number() OVER (
          PARTITION BY wanted.search ORDER BY near.waiting_since, near.ride_identifier) AS rank
      FROM wanted CROSS JOIN json_each(wanted.cells) AS cell
        CROSS JOIN json_each(wanted.products) AS product
        CROSS JOIN rides AS near ON near.rowid IN (
          SELECT rides.rowid FROM rides
          WHERE rides.is_waiting = 1 AND rides.product = product.value
            AND \(SQLiteVersion3.cell) = cell.value
            AND rides.pickup_latitude BETWEEN wanted.south AND wanted.north
            AND rides.pickup_longitude BETWEEN wanted.west AND wanted.east
            AND coalesce(rides.party_size, 0) <= wanted.largest
          ORDER BY rides.waiting_since, rides.ride_identifier LIMIT ?2))
    SELECT \(RideRow.selection) FROM rides
    WHERE rowid IN (SELECT place FROM found WHERE rank <= most)
    ORDER BY waiting_since, ride_identifier
    """)
}
