package import RideStore
package import Rides

extension SQLiteStore {
  package func dueRides(at instant: Instant, limit: Int) throws(StoreError) -> [DueRide] {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return [] }
    let parameters = SQLiteParameters(.integer(instant.microseconds), .integer(Int64(limit)))
    return try read(Self.selectDue, parameters) { (row) throws(StoreError) in
      DueRide(
        rideIdentifier: RideIdentifier(row.text()), sequence: row.int(),
        dueAt: Instant(microseconds: row.integer()))
    }
  }

  package func owingRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    if riders.isEmpty { return [] }
    let keys = JSONRows(keys: riders.lazy.map(\.rawValue))
    return try read(Self.selectOwing, keys, decode: RideRow.decode)
  }

  package func obligations(limit: Int) throws(StoreError) -> [RiderObligation] {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return [] }
    let parameters = SQLiteParameters(.integer(Int64(limit)))
    return try read(Self.selectObligations, parameters) { (row) throws(StoreError) in
      RiderObligation(
        riderIdentifier: RiderIdentifier(row.text()), obligation: try row.obligation())
    }
  }

  package func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    if filter.limit == 0 || filter.phases?.isEmpty == true { return [] }
    let end = filter.end
    let parameters = SQLiteParameters(
      .integer(filter.createdFrom?.microseconds ?? .min),
      .integer(end?.createdAt.microseconds ?? .max),
      .text(Array((end?.rideIdentifier.rawValue ?? "").utf8)),
      .text(JSONRows(keys: (filter.phases ?? []).lazy.map(\.rawValue)).json),
      .text(Array((filter.rider?.rawValue ?? "").utf8)),
      .integer(Int64(filter.limit)))
    return try read(Self.selectMatching(filter), parameters, decode: RideRow.decode)
  }
}

extension SQLiteStore {
  static let selectDue = SQL(
    "read due rides",
    """
    SELECT ride_identifier, sequence, due_at FROM rides
    WHERE due_at <= ?1 ORDER BY due_at, ride_identifier LIMIT ?2
    """)

  /// A rider named twice would give each ride twice, hence `IN`.
  static let selectOwing = SQL(
    "read owing rides",
    """
    SELECT \(RideRow.selection) FROM rides
    WHERE rider_identifier IN (SELECT value FROM json_each(?1)) AND obligation IS NOT NULL
    ORDER BY ride_identifier
    """)

  static let selectObligations = SQL(
    "read obligations",
    """
    SELECT DISTINCT rider_identifier, obligation FROM rides
    WHERE obligation IS NOT NULL ORDER BY rider_identifier, obligation LIMIT ?1
    """)

  /// The statement for a filter: a condition that is not asked for would keep an index from being
  /// used, so it is left out.
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
      SELECT \(RideRow.selection) FROM rides
      WHERE created_at >= ?1 AND (created_at, ride_identifier) < (?2, ?3)\(conditions)
      ORDER BY created_at DESC, ride_identifier DESC LIMIT ?6
      """)
  }
}
