-- In the cell that the area leaves: rides that have changed and are finished now, to be copied once more. Prints
-- how many.
\set ON_ERROR_STOP on
BEGIN;
TRUNCATE livery_move.batch;
WITH idle AS (
  SELECT ride_identifier FROM livery_move.touched JOIN rides AS r USING (ride_identifier)
  WHERE livery_move.is_idle(r) LIMIT :size),
taken AS (DELETE FROM livery_move.touched USING idle WHERE livery_move.touched.ride_identifier = idle.ride_identifier
  RETURNING livery_move.touched.ride_identifier)
INSERT INTO livery_move.batch SELECT ride_identifier FROM taken;
COMMIT;
SELECT count(*) FROM livery_move.batch;
