/// What revision 2 of version 5 adds.
enum PostgresVersion5Revision2 {
  static let sql = """
    -- What could not be handled, moved here from the queues of dead letters; properties is the JSON
    -- of the message's AMQP properties.
    CREATE TABLE dead_letters (
      letter_identifier text COLLATE "C" PRIMARY KEY,
      revision bigint NOT NULL,
      queue text COLLATE "C" NOT NULL,
      state text COLLATE "C" NOT NULL,
      reason text COLLATE "C" NOT NULL,
      message text NOT NULL,
      path text COLLATE "C",
      failed_at timestamptz NOT NULL,
      worker text,
      type text COLLATE "C",
      exchange text,
      message_identifier text,
      correlation_identifier text,
      rider_identifier text COLLATE "C",
      ride_identifier text COLLATE "C",
      vehicle_identifier text,
      stored_at timestamptz NOT NULL,
      redrives bigint NOT NULL,
      redriven_at timestamptz,
      replaced_by text,
      replaces text,
      properties text NOT NULL,
      body bytea NOT NULL
    );

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
