/// What version 5 changes of the tables of version 4.
enum SQLiteVersion5 {
  static let sql = """
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
}
