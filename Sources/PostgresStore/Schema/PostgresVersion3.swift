/// What version 3 changes of the tables of version 2.
enum PostgresVersion3 {
  /// The number of the cell of a pickup, as `WaitingPart` counts them.
  static let cell = "(floor(pickup_latitude + 90) * 1000 + floor(pickup_longitude + 180))"

  static let sql = """
    -- Finds the rides that wait for a vehicle of a product in a cell of a degree by a degree, the
    -- longest waiting first; those out of reach or for too many people are told from the index.
    DROP INDEX rides_waiting;
    CREATE INDEX rides_waiting ON rides (product, \(cell), waiting_since, ride_identifier,
      pickup_latitude, pickup_longitude, coalesce(party_size, 0)) WHERE is_waiting;
    """
}
