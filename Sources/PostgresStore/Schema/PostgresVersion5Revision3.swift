/// What revision 3 of version 5 adds.
enum PostgresVersion5Revision3 {
  static let sql = """
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
}
