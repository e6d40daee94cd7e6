-- In the cell that the area leaves: the next rides to be copied ahead, in the order of booking. Prints how many.
\set ON_ERROR_STOP on
BEGIN;
TRUNCATE livery_move.batch;
WITH next AS (
  SELECT r.ride_identifier, r.created_at FROM rides AS r, livery_move.move AS m
  WHERE r.area = :'area' AND (r.created_at, r.ride_identifier) > (m.passed_at, m.passed_ride)
    AND r.created_at < :'until'
  ORDER BY r.created_at, r.ride_identifier LIMIT :size),
taken AS (INSERT INTO livery_move.batch SELECT ride_identifier FROM next),
last AS (SELECT created_at, ride_identifier FROM next ORDER BY created_at DESC, ride_identifier DESC LIMIT 1)
UPDATE livery_move.move SET passed_at = last.created_at, passed_ride = last.ride_identifier FROM last;
COMMIT;
SELECT count(*) FROM livery_move.batch;
