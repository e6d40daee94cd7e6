/// The tables of version 1.
///
/// Instants are microseconds since 1970-01-01T00:00:00Z. Texts are compared byte by byte (the
/// collation BINARY).
enum SQLiteTables {
  static let sql = [schema, rides, statusChanges, outcomes, vehicles].joined(separator: "\n")

  private static let schema = """
    -- One row for each step of migration, for people; workers compare PRAGMA user_version.
    CREATE TABLE livery_schema (
      version INTEGER NOT NULL PRIMARY KEY,
      applied_at INTEGER NOT NULL
    ) STRICT;
    """

  private static let rides = """
    -- Each ride as it is now, by its identifier. The document is the ride; the columns are what is
    -- asked for.
    CREATE TABLE rides (
      ride_identifier TEXT NOT NULL PRIMARY KEY,
      rider_identifier TEXT NOT NULL,
      slot INTEGER CHECK (slot >= 0),
      sequence INTEGER NOT NULL,
      phase TEXT NOT NULL,
      product TEXT NOT NULL,
      area TEXT NOT NULL,
      party_size INTEGER,
      vehicle_identifier TEXT,
      is_waiting INTEGER NOT NULL CHECK (is_waiting IN (0, 1)),
      pickup_latitude REAL NOT NULL,
      pickup_longitude REAL NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      document TEXT NOT NULL
    ) STRICT;

    -- Keeps two bookings of one rider apart, and finds a rider's unfinished rides.
    CREATE UNIQUE INDEX rides_of_rider_unfinished ON rides (rider_identifier, slot)
      WHERE slot IS NOT NULL;

    -- Finds the rides that wait for a vehicle of a product, and sorts them without reading them.
    CREATE INDEX rides_waiting ON rides (product, created_at, ride_identifier)
      WHERE is_waiting = 1;
    """

  private static let statusChanges = """
    -- The history of each ride, read by key to publish events again and in order to show it.
    CREATE TABLE status_changes (
      ride_identifier TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      phase TEXT NOT NULL,
      occurred_at INTEGER NOT NULL,
      status TEXT NOT NULL,
      traceparent TEXT,
      tracestate TEXT,
      PRIMARY KEY (ride_identifier, sequence)
    ) STRICT;
    """

  private static let outcomes = """
    -- What each message has produced, read by key when a message comes. changes and searches are
    -- JSON arrays of strings; in changes a ride and its sequence follow each other.
    CREATE TABLE outcomes (
      operation TEXT NOT NULL,
      scope TEXT NOT NULL,
      message_identifier TEXT NOT NULL,
      digest BLOB NOT NULL,
      response TEXT NOT NULL,
      changes TEXT NOT NULL,
      searches TEXT NOT NULL,
      stored_at INTEGER NOT NULL,
      PRIMARY KEY (operation, scope, message_identifier)
    ) STRICT;

    -- Finds the oldest outcomes to prune.
    CREATE INDEX outcomes_by_age ON outcomes (stored_at);
    """

  private static let vehicles = """
    -- Each vehicle as it last reported, and its claim; read by identifier, and as a whole for the
    -- free ones' positions.
    CREATE TABLE vehicles (
      vehicle_identifier TEXT NOT NULL PRIMARY KEY,
      sequence INTEGER NOT NULL,
      on_duty INTEGER NOT NULL CHECK (on_duty IN (0, 1)),
      products TEXT NOT NULL,
      capacity INTEGER NOT NULL,
      latitude REAL,
      longitude REAL,
      course REAL,
      registration_plate TEXT,
      manufacturer TEXT,
      model TEXT,
      driver_name TEXT,
      driver_rating TEXT,
      driver_phone_number TEXT,
      ride_identifier TEXT,
      updated_at INTEGER NOT NULL,
      CHECK ((latitude IS NULL) = (longitude IS NULL))
    ) STRICT, WITHOUT ROWID;
    """
}
