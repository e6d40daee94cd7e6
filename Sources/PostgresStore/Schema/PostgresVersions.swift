/// The SQL of the steps after version 1, in order.
///
/// A step that has been released is never changed.
enum PostgresVersions {
  /// A row of more than 2 kB is compressed, which by PostgreSQL's own method costs about as much as
  /// all the rest of inserting it.
  ///
  /// LZ4 needs a tenth of that; servers before version 14, and some builds, lack it. Stored values
  /// stay unchanged, and both forms can be read.
  static let version2 = """
    DO $$
    BEGIN
      EXECUTE 'ALTER TABLE rides ALTER document SET COMPRESSION lz4';
      EXECUTE 'ALTER TABLE status_changes ALTER status SET COMPRESSION lz4';
      EXECUTE 'ALTER TABLE outcomes ALTER response SET COMPRESSION lz4';
    EXCEPTION WHEN feature_not_supported OR syntax_error THEN
      NULL;
    END
    $$;
    """

  /// The number of the cell of a pickup, as `WaitingPart` counts them.
  static let pickupCell = "(floor(pickup_latitude + 90) * 1000 + floor(pickup_longitude + 180))"

  static let version3 = """
    -- Finds the rides that wait for a vehicle of a product in a cell of a degree by a degree, the
    -- longest waiting first; those out of reach or for too many people are told from the index.
    DROP INDEX rides_waiting;
    CREATE INDEX rides_waiting ON rides (product, \(pickupCell), waiting_since, ride_identifier,
      pickup_latitude, pickup_longitude, coalesce(party_size, 0)) WHERE is_waiting;
    """

  static let version4 = """
    -- A step raises the version, which workers need as it is, or the revision, which may be newer.
    ALTER TABLE livery_schema ADD COLUMN revision bigint NOT NULL DEFAULT 0;
    ALTER TABLE livery_schema DROP CONSTRAINT livery_schema_pkey,
      ADD PRIMARY KEY (version, revision);
    """

  static let version5 = """
    -- Several observers behind one reply queue are told apart by their correlation ids; one without
    -- has the empty text.
    UPDATE subscriptions SET correlation_id = '' WHERE correlation_id IS NULL;
    ALTER TABLE subscriptions
      ALTER correlation_id TYPE text COLLATE "C", ALTER correlation_id SET NOT NULL,
      DROP CONSTRAINT subscriptions_pkey,
      ADD PRIMARY KEY (ride_identifier, reply_to, correlation_id);
    DROP INDEX subscriptions_due;
    CREATE INDEX subscriptions_due
      ON subscriptions (due_at, ride_identifier, reply_to, correlation_id);
    """

  static let version5Revision1 = """
    -- Rides that version 3 has booked ahead hold the slots of rides for now, 0 to 99. Until their
    -- search begins they get those from 1900 on, which nothing else is booked at.
    UPDATE rides SET slot = slot + 1900, revision = revision + 1,
      document = replace(document, '"slot":' || slot || ',', '"slot":' || (slot + 1900) || ',')
    WHERE slot < 100 AND phase = 'received' AND vehicle_identifier IS NULL AND NOT is_waiting
      AND waiting_since > greatest(created_at, now())
      AND position('"slot":' || slot || ',' IN document) > 0;
    """

  static let version5Revision2 = """
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

  static let version5Revision3 = """
    -- The payments of a ride that have not ended, or have failed, with the revision of the ride to
    -- which they belong; and until when the figures of the fleet count them.
    ALTER TABLE rides ADD COLUMN payments text COLLATE "C", ADD COLUMN payments_until timestamptz;
    CREATE INDEX rides_paying ON rides (payments_until) WHERE payments_until IS NOT NULL;

    -- Counts dead letters by state without their bodies.
    CREATE INDEX dead_letters_by_state ON dead_letters (state, failed_at);

    -- What one worker at a time does: its holder, and until when.
    CREATE TABLE leases (
      name text COLLATE "C" PRIMARY KEY,
      holder text COLLATE "C" NOT NULL,
      until timestamptz NOT NULL
    );
    """

  static let version5Revision4 = """
    -- Where the status of a change of the ride, which the history has, belongs in the text: the
    -- number of bytes before it. NULL in a text that is whole. Workers leave a status out from
    -- version 6 on.
    ALTER TABLE rides ADD COLUMN status_at bigint;
    ALTER TABLE outcomes ADD COLUMN status_at bigint;
    """

  /// Applied when all workers can read it.
  static let version6 = """
    -- From here on workers leave out of rides and outcomes the statuses that the history has.

    -- Each change of a ride writes each index that has it. The rides under way have slots, by which
    -- another index finds them.
    DROP INDEX rides_under_way;
    """
}
