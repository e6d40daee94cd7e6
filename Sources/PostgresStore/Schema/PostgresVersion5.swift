/// What version 5 changes of the tables of version 4.
enum PostgresVersion5 {
  static let sql = """
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
}
