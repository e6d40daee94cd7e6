/// What version 2 adds to the tables of version 1.
enum SQLiteVersion2 {
  static let sql = [rides, searches, outcomes, ledger, subscriptions, vehicles].joined(
    separator: "\n")

  private static let rides = """
    -- Counts the stored states of a ride; each update names the one that it replaces.
    ALTER TABLE rides ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;

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

  private static let searches = """
    -- Lists rides for people, the newest first: all, those of a rider, and those not at their end.
    CREATE INDEX rides_by_age ON rides (created_at, ride_identifier);
    CREATE INDEX rides_of_rider ON rides (rider_identifier, created_at, ride_identifier);
    CREATE INDEX rides_under_way ON rides (created_at, ride_identifier)
      WHERE phase <> 'completed';
    """

  private static let outcomes = """
    -- A JSON array of strings, as changes and searches are.
    ALTER TABLE outcomes ADD COLUMN payments TEXT NOT NULL DEFAULT '[]';
    """

  private static let vehicles = """
    -- When the vehicle was where it is, and the URLs of pictures.
    ALTER TABLE vehicles ADD COLUMN located_at INTEGER;
    ALTER TABLE vehicles ADD COLUMN map_annotation_image TEXT;
    ALTER TABLE vehicles ADD COLUMN driver_image TEXT;
    """

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
    CREATE TABLE subscriptions (
      ride_identifier TEXT NOT NULL,
      reply_to TEXT NOT NULL,
      correlation_id TEXT,
      rider_identifier TEXT NOT NULL,
      message_identifier TEXT,
      started_at INTEGER NOT NULL,
      sent_at INTEGER,
      sent_sequence INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      traceparent TEXT,
      tracestate TEXT,
      PRIMARY KEY (ride_identifier, reply_to)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX subscriptions_due ON subscriptions (due_at);
    CREATE INDEX subscriptions_by_queue ON subscriptions (reply_to);
    """
}
