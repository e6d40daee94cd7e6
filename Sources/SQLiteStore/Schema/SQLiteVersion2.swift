/// What version 2 adds to the tables of version 1.
enum SQLiteVersion2 {
  static let sql = [rides, outcomes].joined(separator: "\n")

  private static let rides = """
    -- The order of the waiting list: for a ride that is booked ahead the start of its search.
    ALTER TABLE rides ADD COLUMN waiting_since INTEGER NOT NULL DEFAULT 0;
    UPDATE rides SET waiting_since = created_at;
    DROP INDEX rides_waiting;
    CREATE INDEX rides_waiting ON rides (product, waiting_since, ride_identifier)
      WHERE is_waiting = 1;

    -- When a ride next needs looking after. Rides of version 1 that are not at their end are due at
    -- once: whoever looks after one says when to come back.
    ALTER TABLE rides ADD COLUMN due_at INTEGER;
    UPDATE rides SET due_at = updated_at WHERE slot IS NOT NULL;
    CREATE INDEX rides_due ON rides (due_at, ride_identifier) WHERE due_at IS NOT NULL;

    -- What a rider still owes for a ride; found by rider, and as a whole from the index alone.
    ALTER TABLE rides ADD COLUMN obligation TEXT;
    CREATE INDEX rides_owing ON rides (rider_identifier, obligation)
      WHERE obligation IS NOT NULL;
    """

  private static let outcomes = """
    -- A JSON array of strings, as changes and searches are.
    ALTER TABLE outcomes ADD COLUMN payments TEXT NOT NULL DEFAULT '[]';
    """
}
