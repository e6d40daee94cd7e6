package import RideStore
package import Rides

extension SQLiteStore {
  package func dueRides(at instant: Instant, limit: Int) throws(StoreError) -> [DueRide] {
    precondition(limit >= 0, "a limit cannot be negative")
    let parameters = SQLiteParameters(.integer(instant.microseconds), .integer(Int64(limit)))
    return try read(Self.selectDue, parameters)
  }

  package func owingRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try read(Self.selectOwing, of: riders)
  }

  package func obligations(limit: Int) throws(StoreError) -> [RiderObligation] {
    precondition(limit >= 0, "a limit cannot be negative")
    return try read(Self.selectObligations, SQLiteParameters(.integer(Int64(limit))))
  }

  package func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    if filter.limit == 0 || filter.phases?.isEmpty == true { return [] }
    let end = filter.end
    let parameters = SQLiteParameters(
      .integer(filter.createdFrom?.microseconds ?? .min),
      .integer(end?.time.microseconds ?? .max),
      .text(Array((end?.identifier.rawValue ?? "").utf8)),
      .text(JSONRows(keys: (filter.phases ?? []).lazy.map(\.rawValue)).json),
      .text(Array((filter.rider?.rawValue ?? "").utf8)),
      .integer(Int64(filter.limit)))
    return try read(Self.selectMatching(filter), parameters)
  }
}

extension SQLiteStore {
  static let selectDue = SQL(
    "read due rides",
    """
    SELECT ride_identifier, sequence, due_at FROM rides
    WHERE due_at <= ?1 ORDER BY due_at, ride_identifier LIMIT ?2
    """)

  /// With a join, a repeated rider would return each ride twice, hence `IN`.
  static let selectOwing = SQL(
    "read owing rides",
    """
    SELECT \(RideTable.selection) FROM rides
    WHERE rider_identifier IN (SELECT value FROM json_each(?1)) AND obligation IS NOT NULL
    ORDER BY ride_identifier
    """)

  static let selectObligations = SQL(
    "read obligations",
    """
    SELECT DISTINCT rider_identifier, obligation FROM rides
    WHERE obligation IS NOT NULL ORDER BY rider_identifier, obligation LIMIT ?1
    """)

  /// The statement for a filter; unused conditions are omitted, since they would prevent the use of
  /// an index.
  static func selectMatching(_ filter: RideFilter) -> SQL {
    var (name, conditions) = ("list rides", "")
    if filter.rider != nil {
      name += " of a rider"
      conditions += " AND rider_identifier = ?5"
    }
    if let phases = filter.phases {
      name += " in phases"
      conditions += " AND phase IN (SELECT value FROM json_each(?4))"
      // Most rides are long completed; those that are not have an index of their own.
      if !phases.contains(.completed) {
        name += " under way"
        conditions += " AND phase <> 'completed'"
      }
    }
    // Of constants alone: which parts there are is chosen, the values are parameters.
    return SQL(
      name,
      """
      SELECT \(RideTable.selection) FROM rides
      WHERE created_at >= ?1 AND (created_at, ride_identifier) < (?2, ?3)\(conditions)
      ORDER BY created_at DESC, ride_identifier DESC LIMIT ?6
      """)
  }
}

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
    return try read(Self.selectWaiting, parameters)
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
  /// `LIMIT` accepts no column: each cell returns as many rides as the largest search wants, and
  /// the rank within its search removes the rest.
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
            AND \(SQLiteTables.pickupCell) = cell.value
            AND rides.pickup_latitude BETWEEN wanted.south AND wanted.north
            AND rides.pickup_longitude BETWEEN wanted.west AND wanted.east
            AND coalesce(rides.party_size, 0) <= wanted.largest
          ORDER BY rides.waiting_since, rides.ride_identifier LIMIT ?2))
    SELECT \(RideTable.selection) FROM rides
    WHERE rowid IN (SELECT place FROM found WHERE rank <= most)
    ORDER BY waiting_since, ride_identifier
    """)
}
