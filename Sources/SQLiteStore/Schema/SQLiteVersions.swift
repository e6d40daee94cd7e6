/// The SQL of the steps after version 2, in order.
///
/// A step that has been released is never changed.
enum SQLiteVersions {
  /// The number of the cell of a pickup, as `WaitingPart` counts them.
  static let pickupCell = """
    (CAST(pickup_latitude + 90 AS INTEGER) * 1000 + CAST(pickup_longitude + 180 AS INTEGER))
    """

  static let version3 = """
    -- Finds the rides that wait for a vehicle of a product in a cell of a degree by a degree, the
    -- longest waiting first; those out of reach or for too many people are told from the index.
    DROP INDEX rides_waiting;
    CREATE INDEX rides_waiting ON rides (product, \(pickupCell), waiting_since, ride_identifier,
      pickup_latitude, pickup_longitude, party_size) WHERE is_waiting = 1;
    """

  static let version4 = """
    -- One row for each step of migration. A step raises the version, which PRAGMA user_version has
    -- too and workers need as it is, or the revision, which may be newer.
    ALTER TABLE livery_schema RENAME TO livery_schema_3;
    CREATE TABLE livery_schema (
      version INTEGER NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0,
      applied_at INTEGER NOT NULL,
      PRIMARY KEY (version, revision)
    ) STRICT;
    INSERT INTO livery_schema (version, applied_at) SELECT version, applied_at FROM livery_schema_3;
    DROP TABLE livery_schema_3;
    """

  static let version5 = """
    -- Several observers behind one reply queue are told apart by their correlation ids; one without
    -- has the empty text. SQLite has no other way to another key than another table.
    CREATE TABLE subscriptions_by_observer (
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
    INSERT INTO subscriptions_by_observer
      SELECT ride_identifier, reply_to, ifnull(correlation_id, ''), rider_identifier,
        message_identifier, started_at, sent_at, sent_sequence, due_at, traceparent, tracestate
      FROM subscriptions;
    DROP TABLE subscriptions;
    ALTER TABLE subscriptions_by_observer RENAME TO subscriptions;
    CREATE INDEX subscriptions_due ON subscriptions (due_at);
    CREATE INDEX subscriptions_by_queue ON subscriptions (reply_to);
    """

  static let version5Revision1 = """
    -- Rides that version 3 has booked ahead hold the slots of rides for now, 0 to 99. Until their
    -- search begins they get those from 1900 on, which nothing else is booked at.
    UPDATE rides SET slot = slot + 1900, revision = revision + 1,
      document = replace(document, '"slot":' || slot || ',', '"slot":' || (slot + 1900) || ',')
    WHERE slot < 100 AND phase = 'received' AND vehicle_identifier IS NULL AND is_waiting = 0
      AND waiting_since > max(created_at, CAST(strftime('%s', 'now') AS INTEGER) * 1000000)
      AND instr(document, '"slot":' || slot || ',') > 0;
    """

  static let version5Revision2 = """
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
    """

  static let version5Revision3 = """
    -- The payments of a ride that have not ended, or have failed, with the revision of the ride to
    -- which they belong; and until when the figures of the fleet count them.
    ALTER TABLE rides ADD COLUMN payments TEXT;
    ALTER TABLE rides ADD COLUMN payments_until INTEGER;
    CREATE INDEX rides_paying ON rides (payments_until) WHERE payments_until IS NOT NULL;

    -- Counts dead letters by state without their bodies.
    CREATE INDEX dead_letters_by_state ON dead_letters (state, failed_at);

    -- What one worker at a time does: its holder, and until when.
    CREATE TABLE leases (
      name TEXT NOT NULL PRIMARY KEY,
      holder TEXT NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
    """

  static let version5Revision4 = """
    -- Where the status of a change of the ride, which the history has, belongs in the text: the
    -- number of bytes before it. NULL in a text that is whole. Workers leave a status out from
    -- version 6 on.
    ALTER TABLE rides ADD COLUMN status_at INTEGER;
    ALTER TABLE outcomes ADD COLUMN status_at INTEGER;
    """
}
