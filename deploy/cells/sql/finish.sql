-- In the cell that the area has left: removes a batch of its finished rides with their history and books, which the
-- other cell has. Prints how many were removed.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '5s';
TRUNCATE livery_move.batch;
INSERT INTO livery_move.batch
  (SELECT ride_identifier FROM livery_move.rides LIMIT :size) UNION
  (SELECT ride_identifier FROM rides WHERE area = :'area' ORDER BY created_at, ride_identifier LIMIT :size);
DELETE FROM livery_move.rides USING livery_move.batch AS b WHERE livery_move.rides.ride_identifier = b.ride_identifier;
DELETE FROM rides USING livery_move.batch AS b WHERE rides.ride_identifier = b.ride_identifier;
DELETE FROM status_changes USING livery_move.batch AS b WHERE status_changes.ride_identifier = b.ride_identifier;
-- The books are moved, not changed: the lines stand in the other cell. Only the owner of the table may do this.
ALTER TABLE ledger DISABLE TRIGGER ledger_is_append_only;
DELETE FROM ledger USING livery_move.batch AS b WHERE ledger.ride_identifier = b.ride_identifier;
ALTER TABLE ledger ENABLE TRIGGER ledger_is_append_only;
COMMIT;
SELECT count(*) FROM livery_move.batch;
