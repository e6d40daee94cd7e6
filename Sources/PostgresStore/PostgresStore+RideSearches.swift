package import RideStore
package import Rides

extension PostgresStore {
  package func dueRides(at instant: Instant, limit: Int) throws(StoreError) -> [DueRide] {
    precondition(limit >= 0, "a limit cannot be negative")
    return try read(Self.selectDue, PostgresParameters(instant.postgresBound, Int64(limit)))
  }

  package func owingRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try whole(read(Self.selectOwing, PostgresRows(of: riders)))
  }

  package func obligations(limit: Int) throws(StoreError) -> [RiderObligation] {
    precondition(limit >= 0, "a limit cannot be negative")
    return try read(Self.selectObligations, PostgresParameters(Int64(limit)))
  }

  package func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    let isNobody = filter.rider?.rawValue.utf8.contains(0) == true
    if filter.limit == 0 || filter.phases?.isEmpty == true || isNobody { return [] }
    let end = filter.end
    var parameters = PostgresParameters(
      (filter.createdFrom ?? Instant(microseconds: .min)).postgresBound,
      (end?.time ?? Instant(microseconds: .max)).postgresBound,
      end?.identifier.rawValue ?? "", Int64(filter.limit))
    if let phases = filter.phases { parameters.append(texts: phases.map(\.rawValue)) }
    if let rider = filter.rider { parameters.append(rider.rawValue) }
    return try whole(read(Self.selectMatching(filter), parameters))
  }
}

extension PostgresStore {
  static let selectDue = SQL(
    "read due rides",
    """
    SELECT ride_identifier, sequence, due_at FROM rides
    WHERE due_at <= $1 ORDER BY due_at, ride_identifier LIMIT $2
    """)

  static let selectOwing = SQL(
    "read owing rides",
    """
    SELECT \(RideTable.selection) FROM rides
    WHERE rider_identifier = ANY ($1) AND obligation IS NOT NULL ORDER BY ride_identifier
    """)

  static let selectObligations = SQL(
    "read obligations",
    """
    SELECT DISTINCT rider_identifier, obligation FROM rides
    WHERE obligation IS NOT NULL ORDER BY rider_identifier, obligation LIMIT $1
    """)

  /// The statement for a filter; unused conditions are omitted, since they would prevent the use of
  /// an index.
  static func selectMatching(_ filter: RideFilter) -> SQL {
    let span = "created_at >= $1 AND (created_at, ride_identifier) < ($2, $3)"
    var (name, source, conditions, place) = ("list rides", "rides", "", 4)
    if let phases = filter.phases {
      place += 1
      name += " in phases"
      conditions += " AND phase = ANY ($\(place)::text[])"
      // Most rides are long completed. Those that are not hold a slot, and an index has them.
      if !phases.contains(.completed) {
        name += " under way"
        if filter.rider == nil {
          // `OFFSET 0` has that index read first: by age, a few rides would be sought among all.
          source = "(SELECT * FROM rides WHERE slot IS NOT NULL OFFSET 0) AS rides"
        } else {
          conditions += " AND slot IS NOT NULL"
        }
      }
    }
    if filter.rider != nil {
      place += 1
      name += " of a rider"
      conditions += " AND rider_identifier = $\(place)"
    }
    // Of constants alone: which parts there are is chosen, the values are parameters.
    return SQL(
      name,
      """
      SELECT \(RideTable.selection) FROM \(source)
      WHERE \(span)\(conditions)
      ORDER BY created_at DESC, ride_identifier DESC LIMIT $4
      """)
  }
}

extension PostgresStore {
  package func waitingRides(_ searches: [WaitingSearch]) throws(StoreError) -> [RideRecord] {
    try whole(read(Self.selectWaiting, Self.rows(searches)))
  }

  /// What is looked up in the index.
  static func rows(_ searches: [WaitingSearch]) -> PostgresRows {
    let keys = WaitingPart.parts(of: searches).flatMap { part in
      part.cells.flatMap { cell in
        part.products.map { WaitingKey(part: part, cell: cell, product: $0) }
      }
    }
    return PostgresRows(waitingColumns, keys)
  }

  private struct WaitingKey: RowEncodable {
    let part: WaitingPart
    let cell: Int
    let product: ProductKey

    func encode(into rows: inout some StoredRows) {
      rows.add(part.search)
      rows.add(product.rawValue)
      rows.add(Double(cell))
      rows.add(part.box.south)
      rows.add(part.box.north)
      rows.add(part.box.west)
      rows.add(part.box.east)
      rows.add(part.largestParty)
      rows.add(part.limit)
    }
  }

  private static let waitingColumns: [StoredTable.Column] = [
    ("search", .integer), ("wanted", .text), ("cell", .number), ("south", .number),
    ("north", .number), ("west", .number), ("east", .number), ("largest", .integer),
    ("most", .integer),
  ]

  /// For each product in each cell the first in the order of the index; of all that a search finds
  /// the first.
  ///
  /// Locked within each cell, so that a session that finds the first rides locked gets the ones
  /// after them, and not fewer.
  static let selectWaiting = Lockable("waiting rides", lock: " FOR UPDATE SKIP LOCKED") {
    """
    SELECT DISTINCT ON (waiting_since, ride_identifier) \(RideTable.selection(of: "ranked"))
    FROM (
      SELECT near.*, most, row_number() OVER (
        PARTITION BY search ORDER BY waiting_since, ride_identifier) AS rank
      FROM \(StoredTable.given(waitingColumns)) CROSS JOIN LATERAL (
        SELECT \(RideRecord.table.names) FROM rides
        WHERE is_waiting AND product = wanted AND \(PostgresTables.pickupCell) = cell
          AND pickup_latitude BETWEEN south AND north
          AND pickup_longitude BETWEEN west AND east
          AND coalesce(party_size, 0) <= largest
        ORDER BY waiting_since, ride_identifier LIMIT most\($0)) AS near) AS ranked
    WHERE rank <= most ORDER BY waiting_since, ride_identifier
    """
  }
}
