/// What revision 2 of version 5 adds.
enum SQLiteVersion5Revision2 {
  static let sql = """
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
}
