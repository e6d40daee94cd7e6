package import RideStore
package import Rides

extension PostgresStore {
  package func dueRides(at instant: Instant, limit: Int) throws(StoreError) -> [DueRide] {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return [] }
    var parameters = PostgresParameters()
    parameters.append(instant.postgresBound)
    parameters.append(Int64(limit))
    return try read(Self.selectDue, parameters) { (row) throws(StoreError) in
      DueRide(
        rideIdentifier: RideIdentifier(try row.text()), sequence: try row.int(),
        dueAt: try row.instant())
    }
  }

  package func owingRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    if riders.isEmpty { return [] }
    let keys = PostgresRows(keys: riders.lazy.map(\.rawValue))
    return try whole(read(Self.selectOwing, keys, decode: RideRow.decode))
  }

  package func obligations(limit: Int) throws(StoreError) -> [RiderObligation] {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return [] }
    var parameters = PostgresParameters()
    parameters.append(Int64(limit))
    return try read(Self.selectObligations, parameters) { (row) throws(StoreError) in
      RiderObligation(
        riderIdentifier: RiderIdentifier(try row.text()), obligation: try row.obligation())
    }
  }

  package func rides(matching filter: RideFilter) throws(StoreError) -> [RideRecord] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    let isNobody = filter.rider?.rawValue.utf8.contains(0) == true
    if filter.limit == 0 || filter.phases?.isEmpty == true || isNobody { return [] }
    let end = filter.end
    var parameters = PostgresParameters()
    parameters.append((filter.createdFrom ?? Instant(microseconds: .min)).postgresBound)
    parameters.append((end?.createdAt ?? Instant(microseconds: .max)).postgresBound)
    parameters.append(end?.rideIdentifier.rawValue ?? "")
    parameters.append(Int64(filter.limit))
    if let phases = filter.phases { parameters.append(texts: phases.map(\.rawValue)) }
    if let rider = filter.rider { parameters.append(rider.rawValue) }
    return try whole(read(Self.selectMatching(filter), parameters, decode: RideRow.decode))
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
    SELECT \(RideRow.selection) FROM rides
    WHERE rider_identifier = ANY ($1) AND obligation IS NOT NULL ORDER BY ride_identifier
    """)

  static let selectObligations = SQL(
    "read obligations",
    """
    SELECT DISTINCT rider_identifier, obligation FROM rides
    WHERE obligation IS NOT NULL ORDER BY rider_identifier, obligation LIMIT $1
    """)

  /// The statement for a filter: a condition that is not asked for would keep an index from being
  /// used, so it is left out.
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
      SELECT \(RideRow.selection) FROM \(source)
      WHERE \(span)\(conditions)
      ORDER BY created_at DESC, ride_identifier DESC LIMIT $4
      """)
  }
}
