/// The tables.
///
/// Instants are microseconds since 1970-01-01T00:00:00Z. Texts are compared byte by byte (the
/// collation BINARY).
enum SQLiteTables {
  static let sql = [
    schema, rides, statusChanges, outcomes, vehicles, ledger, subscriptions, deadLetters, leases,
  ].joined(separator: "\n")

  private static let schema = """
    -- One row for each step of migration. A step raises the version, which PRAGMA user_version has
    -- too and workers need as it is, or the revision, which may be newer.
    CREATE TABLE livery_schema (
      version INTEGER NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0,
      applied_at INTEGER NOT NULL,
      PRIMARY KEY (version, revision)
    ) STRICT;
    """

  private static let rides = """
    -- Each ride as it is now, by its identifier. The document is the ride; the columns are what is
    -- asked for. revision counts its stored states; each update names the one that it replaces.
    -- waiting_since is the order of the waiting list: for a ride that is booked ahead the start of
    -- its search. due_at is when it next needs looking after, obligation what its rider still owes.
    -- payments are those that have not ended, or have failed, with the revision to which they
    -- belong; payments_until is until when the figures of the fleet count them. status_at is where
    -- the status of a change, which the history has, belongs in the text: the number of bytes
    -- before it. It is NULL in a text that is whole.
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
      document TEXT NOT NULL,
      revision INTEGER NOT NULL DEFAULT 1,
      waiting_since INTEGER NOT NULL DEFAULT 0,
      due_at INTEGER,
      obligation TEXT,
      payments TEXT,
      payments_until INTEGER,
      status_at INTEGER
    ) STRICT;

    -- Keeps two bookings of one rider apart, and finds a rider's unfinished rides.
    CREATE UNIQUE INDEX rides_of_rider_unfinished ON rides (rider_identifier, slot)
      WHERE slot IS NOT NULL;

    -- Finds the rides that wait for a vehicle of a product in a cell of a degree by a degree, the
    -- longest waiting first; those out of reach or for too many people are told from the index.
    CREATE INDEX rides_waiting ON rides (product, \(pickupCell), waiting_since, ride_identifier,
      pickup_latitude, pickup_longitude, party_size) WHERE is_waiting = 1;

    -- Finds the rides that are due, the most overdue first.
    CREATE INDEX rides_due ON rides (due_at, ride_identifier) WHERE due_at IS NOT NULL;

    -- What a rider still owes for a ride; found by rider, and as a whole from the index alone.
    CREATE INDEX rides_owing ON rides (rider_identifier, obligation)
      WHERE obligation IS NOT NULL;

    -- Lists rides for people, the newest first: all, those of a rider, and those not at their end.
    CREATE INDEX rides_by_age ON rides (created_at, ride_identifier);
    CREATE INDEX rides_of_rider ON rides (rider_identifier, created_at, ride_identifier);
    CREATE INDEX rides_under_way ON rides (created_at, ride_identifier)
      WHERE phase <> 'completed';

    CREATE INDEX rides_paying ON rides (payments_until) WHERE payments_until IS NOT NULL;
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
    -- What each message has produced, read by key when a message comes. changes, searches and
    -- payments are JSON arrays of strings; in changes a ride and its sequence follow each other.
    -- status_at is as in rides.
    CREATE TABLE outcomes (
      operation TEXT NOT NULL,
      scope TEXT NOT NULL,
      message_identifier TEXT NOT NULL,
      digest BLOB NOT NULL,
      response TEXT NOT NULL,
      changes TEXT NOT NULL,
      searches TEXT NOT NULL,
      stored_at INTEGER NOT NULL,
      payments TEXT NOT NULL DEFAULT '[]',
      status_at INTEGER,
      PRIMARY KEY (operation, scope, message_identifier)
    ) STRICT;

    -- Finds the oldest outcomes to prune.
    CREATE INDEX outcomes_by_age ON outcomes (stored_at);
    """

  private static let vehicles = """
    -- Each vehicle as it last reported, and its claim; read by identifier, and as a whole for the
    -- free ones' positions. located_at is when the vehicle was where it is.
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
      located_at INTEGER,
      map_annotation_image TEXT,
      driver_image TEXT,
      CHECK ((latitude IS NULL) = (longitude IS NULL))
    ) STRICT, WITHOUT ROWID;
    """

  /// What a vehicle has driven in its metered ride, as a sum in JSON; workers of before leave it.
  static let driven = "ALTER TABLE vehicles ADD COLUMN driven TEXT;"

  private static let ledger = """
    -- The books of each ride: lines are added, never changed, never removed.
    CREATE TABLE ledger (
      ride_identifier TEXT NOT NULL,
      transaction_number INTEGER NOT NULL,
      line INTEGER NOT NULL,
      account TEXT NOT NULL,
      minor_units INTEGER NOT NULL,
      currency_code TEXT NOT NULL,
      reason TEXT NOT NULL,
      occurred_at INTEGER NOT NULL,
      PRIMARY KEY (ride_identifier, transaction_number, line)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger
      BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
    CREATE TRIGGER ledger_is_not_removed BEFORE DELETE ON ledger
      BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
    """

  private static let subscriptions = """
    -- Who is sent the updates of a ride, and when the next; read by key, by time and by queue.
    -- Several observers behind one reply queue are told apart by their correlation ids; one without
    -- has the empty text.
    CREATE TABLE subscriptions (
      ride_identifier TEXT NOT NULL,
      reply_to TEXT NOT NULL,
      correlation_id TEXT NOT NULL,
      rider_identifier TEXT NOT NULL,
      message_identifier TEXT,
      started_at INTEGER NOT NULL,
      sent_at INTEGER,
      sent_sequence INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      traceparent TEXT,
      tracestate TEXT,
      PRIMARY KEY (ride_identifier, reply_to, correlation_id)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX subscriptions_due ON subscriptions (due_at);
    CREATE INDEX subscriptions_by_queue ON subscriptions (reply_to);
    """

  private static let deadLetters = """
    -- What could not be handled, moved here from the queues of dead letters; properties is the JSON
    -- of the message's AMQP properties.
    CREATE TABLE dead_letters (
      letter_identifier TEXT NOT NULL PRIMARY KEY,
      revision INTEGER NOT NULL,
      queue TEXT NOT NULL,
      state TEXT NOT NULL,
      reason TEXT NOT NULL,
      message TEXT NOT NULL,
      path TEXT,
      failed_at INTEGER NOT NULL,
      worker TEXT,
      type TEXT,
      exchange TEXT,
      message_identifier TEXT,
      correlation_identifier TEXT,
      rider_identifier TEXT,
      ride_identifier TEXT,
      vehicle_identifier TEXT,
      stored_at INTEGER NOT NULL,
      redrives INTEGER NOT NULL,
      redriven_at INTEGER,
      replaced_by TEXT,
      replaces TEXT,
      properties TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT;

    -- Lists letters for people, the oldest failure first: all, those with which something is left
    -- to do, and those of a rider or a ride.
    CREATE INDEX dead_letters_by_age ON dead_letters (failed_at, letter_identifier);
    CREATE INDEX dead_letters_open ON dead_letters (failed_at, letter_identifier)
      WHERE state IN ('dead', 'sent');
    CREATE INDEX dead_letters_of_rider
      ON dead_letters (rider_identifier, failed_at, letter_identifier)
      WHERE rider_identifier IS NOT NULL;
    CREATE INDEX dead_letters_of_ride
      ON dead_letters (ride_identifier, failed_at, letter_identifier)
      WHERE ride_identifier IS NOT NULL;

    -- Finds the letters that have been kept for long enough.
    CREATE INDEX dead_letters_by_storage ON dead_letters (stored_at);

    -- Counts dead letters by state without their bodies.
    CREATE INDEX dead_letters_by_state ON dead_letters (state, failed_at);
    """

  private static let leases = """
    -- What one worker at a time does: its holder, and until when.
    CREATE TABLE leases (
      name TEXT NOT NULL PRIMARY KEY,
      holder TEXT NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
    """

  /// The number of the cell of a pickup, as `WaitingPart` counts them.
  static let pickupCell = """
    (CAST(pickup_latitude + 90 AS INTEGER) * 1000 + CAST(pickup_longitude + 180 AS INTEGER))
    """
}
