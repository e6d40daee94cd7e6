-- In the cell that the area was to leave, in one transaction: gives its workers everything again.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '5s';
UPDATE livery_move.move SET state = 'ahead' WHERE area = :'area' AND state = 'frozen' RETURNING area \gset
INSERT INTO rides SELECT * FROM livery_move.rides;
INSERT INTO subscriptions SELECT * FROM livery_move.subscriptions ON CONFLICT DO NOTHING;
INSERT INTO dead_letters SELECT * FROM livery_move.dead_letters ON CONFLICT DO NOTHING;
UPDATE vehicles SET on_duty = m.on_duty, ride_identifier = m.ride_identifier FROM livery_move.vehicles AS m
WHERE m.vehicle_identifier = vehicles.vehicle_identifier;
TRUNCATE livery_move.rides, livery_move.subscriptions, livery_move.dead_letters, livery_move.vehicles,
  livery_move.outcomes, livery_move.batch;
COMMIT;
