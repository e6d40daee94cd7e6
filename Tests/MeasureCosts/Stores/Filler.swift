import Fleet

/// Fills tables with generated rows, so many that the use cases would take hours to make them.
///
/// A generated ride has no document: it is never read, and what it costs is its place in tables and
/// indexes. Its identifier and its rider's are as scattered as real ones.
final class Filler {
  let database: RawDatabase
  private var rides = 0
  private var vehicles = 0
  private var old: [String: Int] = [:]
  /// The most rows that one statement makes.
  private static let portion = 250_000

  /// Brings the store to this build's schema first.
  init(_ location: StoreLocation) throws {
    _ = try StoreSession.migrate(location)
    database = try RawDatabase(location)
  }

  /// Rides that ended long ago, one change of status and one outcome each, until there are so many.
  func rides(_ count: Int) throws {
    let rider = "'rider-' || " + scattered("'-old'", of: "i / 5")
    try fill(&rides, to: count) { try insertRides($0, rider: rider) }
    if database.isPostgres { try database.run("VACUUM ANALYZE") }
  }

  /// Rides that one rider had.
  func oldRides(of rider: String, _ count: Int) throws {
    var had = old[rider] ?? 0
    try fill(&had, to: count) { try insertRides($0, rider: "'\(rider)'") }
    old[rider] = had
    if database.isPostgres { try database.run("VACUUM ANALYZE") }
  }

  /// Vehicles on duty, three of four free, of three products.
  func vehicles(_ count: Int) throws {
    try fill(&vehicles, to: count) { range in
      try database.run(
        """
        INSERT INTO vehicles (vehicle_identifier, sequence, on_duty, products, capacity, latitude,
          longitude, course, located_at, registration_plate, manufacturer, model, driver_name,
          driver_rating, driver_phone_number, ride_identifier, updated_at)
        SELECT 'there-' || i, 1, true, \(products), 6,
          41.80 + 0.14 * (i * 7919 % 100003) / 100003.0,
          -87.72 + 0.08 * (i * 104729 % 100019) / 100019.0,
          90, \(noon), 'LV ' || i, 'Toyota', 'Sienna', 'Sam R.', '4.9', '+13125550100',
          CASE WHEN i % 4 = 3 THEN 'ride-' || i END, \(noon)
        FROM \(numbers(range))
        """)
    }
    try database.run(database.isPostgres ? "VACUUM ANALYZE vehicles" : "ANALYZE")
  }

  private func fill(
    _ filled: inout Int, to count: Int, _ insert: (Range<Int>) throws -> Void
  ) throws {
    while filled < count {
      let end = min(count, filled + Self.portion)
      try insert(filled..<end)
      filled = end
    }
  }

  private func insertRides(_ range: Range<Int>, rider: String) throws {
    let name = scattered("\(rider) || i", of: "i")
    try database.run(
      """
      INSERT INTO rides (ride_identifier, rider_identifier, slot, sequence, revision, phase,
        product, area, party_size, vehicle_identifier, is_waiting, pickup_latitude,
        pickup_longitude, created_at, waiting_since, updated_at, due_at, obligation, document)
      SELECT \(name), \(rider), NULL, 5, 7, 'completed', 'suv', 'chicago', 1, 'veh-1', false,
        41.88, -87.63, \(past), \(past), \(past), NULL, NULL, '{}'
      FROM \(numbers(range))
      """)
    try database.run(
      """
      INSERT INTO status_changes (ride_identifier, sequence, phase, occurred_at, status)
      SELECT \(name), 5, 'completed', \(past), '{}' FROM \(numbers(range))
      """)
    let lists =
      database.isPostgres
      ? "changed_rides, changed_sequences, searches, payments" : "changes, searches, payments"
    let empty = database.isPostgres ? "'{}', '{}', '{}', '{}'" : "'[]', '[]', '[]'"
    try database.run(
      """
      INSERT INTO outcomes (operation, scope, message_identifier, digest, response, \(lists),
        stored_at)
      SELECT 'request-ride.handle', \(rider), \(name), \(digest), '{}', \(empty), \(recent)
      FROM \(numbers(range))
      """)
  }

  /// A series of numbers, each as a row `i`.
  private func numbers(_ range: Range<Int>) -> String {
    if database.isPostgres {
      return "generate_series(\(range.lowerBound)::bigint, \(range.upperBound - 1)) AS series (i)"
    }
    return """
      (WITH RECURSIVE counted (i) AS (
        SELECT \(range.lowerBound) UNION ALL
        SELECT i + 1 FROM counted WHERE i < \(range.upperBound - 1))
      SELECT i FROM counted)
      """
  }

  /// Text whose beginning depends on a number in no order.
  private func scattered(_ text: String, of number: String) -> String {
    database.isPostgres
      ? "md5(\(number) || (\(text)))"
      : "printf('%08x', (\(number)) * 2654435761 % 4294967296) || (\(text))"
  }

  private var products: String {
    let choice = "CASE i % 3 WHEN 0 THEN 'compact' WHEN 1 THEN 'sedan' ELSE 'suv' END"
    return database.isPostgres ? "ARRAY[\(choice)]" : "'[\"' || \(choice) || '\"]'"
  }

  private var digest: String { database.isPostgres ? "'\\x00'" : "x'00'" }

  /// The noon of the town, a month of which the i-th second has passed, and the last day.
  private var noon: String { instant("0") }
  private var past: String { instant("-2592000 - i % 2592000") }
  private var recent: String { instant("-i % 86400") }

  private func instant(_ seconds: String) -> String {
    database.isPostgres
      ? "to_timestamp(1800000000 + (\(seconds)))" : "(1800000000 + (\(seconds))) * 1000000"
  }
}
