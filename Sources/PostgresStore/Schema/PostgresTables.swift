/// The tables.
///
/// Texts are compared byte by byte (the collation "C"), independent of the database's default.
enum PostgresTables {
  static let sql = [
    schema, expectations, rides, statusChanges, outcomes, vehicles, ledger, subscriptions,
    deadLetters, leases,
  ].joined(separator: "\n")

  private static let schema = """
    -- One row for each step of migration. A step raises the version, which workers need as it is,
    -- or the revision, which may be newer.
    CREATE TABLE livery_schema (
      version bigint NOT NULL,
      name text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(),
      revision bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (version, revision)
    );
    """

  /// `\(PostgresFailure.unmetCondition)` is the state of this error.
  private static let expectations = """
    -- Makes a statement fail that has met another number of rows than it should: what a session has
    -- queued behind it, a commit included, is then not done.
    CREATE FUNCTION livery_expect(written bigint, expected bigint) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      IF written <> expected THEN
        RAISE EXCEPTION '% of % rows could be written', written, expected
          USING ERRCODE = '\(PostgresFailure.unmetCondition)';
      END IF;
    END
    $$;
    """

  private static let rides = """
    -- Each ride as it is now, by its identifier. The document, in JSON, is the ride; the columns
    -- are what is asked for. revision counts its stored states; each update names the one that it
    -- replaces. waiting_since is the order of the waiting list, due_at when it next needs looking
    -- after, obligation what its rider still owes. payments are those that have not ended, or have
    -- failed, with the revision to which they belong; payments_until is until when the figures of
    -- the fleet count them. status_at is where the status of a change, which the history has,
    -- belongs in the text: the number of bytes before it. It is NULL in a text that is whole.
    CREATE TABLE rides (
      ride_identifier text COLLATE "C" PRIMARY KEY,
      rider_identifier text COLLATE "C" NOT NULL,
      slot bigint CHECK (slot >= 0),
      sequence bigint NOT NULL,
      revision bigint NOT NULL,
      phase text COLLATE "C" NOT NULL,
      product text COLLATE "C" NOT NULL,
      area text COLLATE "C" NOT NULL,
      party_size bigint,
      vehicle_identifier text COLLATE "C",
      is_waiting boolean NOT NULL,
      pickup_latitude double precision NOT NULL,
      pickup_longitude double precision NOT NULL,
      created_at timestamptz NOT NULL,
      waiting_since timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      due_at timestamptz,
      obligation text COLLATE "C",
      document text NOT NULL,
      payments text COLLATE "C",
      payments_until timestamptz,
      status_at bigint
    );

    -- Keeps two bookings of one rider apart, and finds a rider's unfinished rides.
    CREATE UNIQUE INDEX rides_of_rider_unfinished ON rides (rider_identifier, slot)
      WHERE slot IS NOT NULL;

    -- Finds the rides that wait for a vehicle of a product in a cell of a degree by a degree, the
    -- longest waiting first; those out of reach or for too many people are told from the index.
    CREATE INDEX rides_waiting ON rides (product, \(pickupCell), waiting_since, ride_identifier,
      pickup_latitude, pickup_longitude, coalesce(party_size, 0)) WHERE is_waiting;

    -- Finds the rides that are due, the most overdue first.
    CREATE INDEX rides_due ON rides (due_at, ride_identifier) WHERE due_at IS NOT NULL;

    -- What a rider still owes; found by rider, and as a whole from the index alone.
    CREATE INDEX rides_owing ON rides (rider_identifier, obligation)
      WHERE obligation IS NOT NULL;

    -- Lists rides for people, the newest first: all, and those of a rider. Each change of a ride
    -- writes each index that has it. The rides under way have slots, by which another index finds
    -- them.
    CREATE INDEX rides_by_age ON rides (created_at, ride_identifier);
    CREATE INDEX rides_of_rider ON rides (rider_identifier, created_at, ride_identifier);

    CREATE INDEX rides_paying ON rides (payments_until) WHERE payments_until IS NOT NULL;
    """

  private static let statusChanges = """
    -- The history of each ride, read by key to publish events again and in order to show it.
    CREATE TABLE status_changes (
      ride_identifier text COLLATE "C" NOT NULL,
      sequence bigint NOT NULL,
      phase text COLLATE "C" NOT NULL,
      occurred_at timestamptz NOT NULL,
      status text NOT NULL,
      traceparent text,
      tracestate text,
      PRIMARY KEY (ride_identifier, sequence)
    );
    """

  private static let outcomes = """
    -- What each message has produced, read by key when a message comes. changed_rides and
    -- changed_sequences together name the status changes that it made; status_at is as in rides.
    CREATE TABLE outcomes (
      message_identifier text COLLATE "C" NOT NULL,
      scope text COLLATE "C" NOT NULL,
      operation text COLLATE "C" NOT NULL,
      digest bytea NOT NULL,
      response text NOT NULL,
      changed_rides text[] NOT NULL,
      changed_sequences bigint[] NOT NULL,
      searches text[] NOT NULL,
      payments text[] NOT NULL,
      stored_at timestamptz NOT NULL,
      status_at bigint,
      PRIMARY KEY (message_identifier, scope, operation),
      CHECK (cardinality(changed_rides) = cardinality(changed_sequences))
    );

    -- Finds the oldest outcomes to prune.
    CREATE INDEX outcomes_by_age ON outcomes (stored_at);
    """

  private static let vehicles = """
    -- Each vehicle as it last reported, and its claim; read by identifier, and as a whole for the
    -- free ones' positions. Positions are in no index, and pages have room, so that a report writes
    -- its row anew beside the old one and no index.
    CREATE TABLE vehicles (
      vehicle_identifier text COLLATE "C" PRIMARY KEY,
      sequence bigint NOT NULL,
      on_duty boolean NOT NULL,
      products text[] NOT NULL,
      capacity bigint NOT NULL,
      latitude double precision,
      longitude double precision,
      course double precision,
      located_at timestamptz,
      registration_plate text,
      manufacturer text,
      model text,
      map_annotation_image text,
      driver_name text,
      driver_rating text,
      driver_phone_number text,
      driver_image text,
      ride_identifier text COLLATE "C",
      updated_at timestamptz NOT NULL,
      CHECK ((latitude IS NULL) = (longitude IS NULL))
    ) WITH (fillfactor = 60);
    """

  /// What the phone of a vehicle has reported that is not true.
  static let conduct = "ALTER TABLE vehicles ADD COLUMN IF NOT EXISTS conduct text;"

  /// What a vehicle has driven in its metered ride, as a sum in JSON; workers of before leave it.
  static let driven = "ALTER TABLE vehicles ADD COLUMN IF NOT EXISTS driven text;"

  private static let ledger = """
    -- The books of each ride: lines are added, never changed, never removed.
    CREATE TABLE ledger (
      ride_identifier text COLLATE "C" NOT NULL,
      transaction_number bigint NOT NULL,
      line bigint NOT NULL,
      account text COLLATE "C" NOT NULL,
      minor_units bigint NOT NULL,
      currency_code text COLLATE "C" NOT NULL,
      reason text NOT NULL,
      occurred_at timestamptz NOT NULL,
      PRIMARY KEY (ride_identifier, transaction_number, line)
    );

    CREATE FUNCTION livery_refuse_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the ledger is append-only';
    END
    $$;
    CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
      FOR EACH STATEMENT EXECUTE FUNCTION livery_refuse_change();
    """

  private static let subscriptions = """
    -- Who is sent the updates of a ride, and when the next; read by key, by time and by queue.
    -- Several observers behind one reply queue are told apart by their correlation ids; one without
    -- has the empty text.
    CREATE TABLE subscriptions (
      ride_identifier text COLLATE "C" NOT NULL,
      reply_to text COLLATE "C" NOT NULL,
      correlation_id text COLLATE "C" NOT NULL,
      rider_identifier text COLLATE "C" NOT NULL,
      message_identifier text,
      started_at timestamptz NOT NULL,
      sent_at timestamptz,
      sent_sequence bigint NOT NULL,
      due_at timestamptz NOT NULL,
      traceparent text,
      tracestate text,
      PRIMARY KEY (ride_identifier, reply_to, correlation_id)
    );

    CREATE INDEX subscriptions_due
      ON subscriptions (due_at, ride_identifier, reply_to, correlation_id);
    CREATE INDEX subscriptions_by_queue ON subscriptions (reply_to);
    """

  private static let deadLetters = """
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

    -- Counts dead letters by state without their bodies.
    CREATE INDEX dead_letters_by_state ON dead_letters (state, failed_at);
    """

  private static let leases = """
    -- What one worker at a time does: its holder, and until when.
    CREATE TABLE leases (
      name text COLLATE "C" PRIMARY KEY,
      holder text COLLATE "C" NOT NULL,
      until timestamptz NOT NULL
    );
    """

  /// A row of more than 2 kB is compressed, which by PostgreSQL's own method costs about as much as
  /// all the rest of inserting it.
  ///
  /// LZ4 needs a tenth of that; servers before version 14, and some builds, lack it.
  static let compression = """
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
}
