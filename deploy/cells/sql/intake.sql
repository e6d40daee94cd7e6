-- In the cell that the area comes to, in one transaction: reads what the other cell hands out, and keeps it.
-- Doing it again before the area is released changes nothing.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
BEGIN;
CREATE TEMPORARY TABLE in_rides (LIKE rides INCLUDING COMPRESSION) ON COMMIT DROP;
CREATE TEMPORARY TABLE in_status_changes (LIKE status_changes INCLUDING COMPRESSION) ON COMMIT DROP;
CREATE TEMPORARY TABLE in_ledger (LIKE ledger INCLUDING COMPRESSION) ON COMMIT DROP;
CREATE TEMPORARY TABLE in_outcomes (LIKE outcomes INCLUDING COMPRESSION) ON COMMIT DROP;
CREATE TEMPORARY TABLE in_vehicles (LIKE vehicles INCLUDING COMPRESSION) ON COMMIT DROP;
CREATE TEMPORARY TABLE in_subscriptions (LIKE subscriptions INCLUDING COMPRESSION) ON COMMIT DROP;
CREATE TEMPORARY TABLE in_dead_letters (LIKE dead_letters INCLUDING COMPRESSION) ON COMMIT DROP;
\copy in_rides FROM PROGRAM 'sh -c "$CELL_OUT" sh rides' WITH (FORMAT binary)
\copy in_status_changes FROM PROGRAM 'sh -c "$CELL_OUT" sh status_changes' WITH (FORMAT binary)
\copy in_ledger FROM PROGRAM 'sh -c "$CELL_OUT" sh ledger' WITH (FORMAT binary)
\copy in_outcomes FROM PROGRAM 'sh -c "$CELL_OUT" sh outcomes' WITH (FORMAT binary)
\copy in_vehicles FROM PROGRAM 'sh -c "$CELL_OUT" sh vehicles' WITH (FORMAT binary)
\copy in_subscriptions FROM PROGRAM 'sh -c "$CELL_OUT" sh subscriptions' WITH (FORMAT binary)
\copy in_dead_letters FROM PROGRAM 'sh -c "$CELL_OUT" sh dead_letters' WITH (FORMAT binary)
ANALYZE in_rides;

-- A rider may have an unfinished ride in either cell, each in the first slot. Slots of one kind are 450 apart then,
-- which is more than a rider may have of any kind; the document has the number, too.
UPDATE in_rides AS i SET slot = i.slot + 450,
  document = replace(i.document, '"slot":' || i.slot || ',', '"slot":' || i.slot + 450 || ',')
WHERE EXISTS (SELECT FROM rides AS r WHERE r.rider_identifier = i.rider_identifier AND r.slot = i.slot
                AND r.ride_identifier <> i.ride_identifier);
SELECT count(*) AS wrong_slots FROM in_rides
WHERE slot IS NOT NULL AND position('"slot":' || slot || ',' IN document) = 0 \gset
SELECT count(*) AS claimed FROM in_vehicles AS i JOIN vehicles AS v USING (vehicle_identifier)
WHERE v.ride_identifier <> i.ride_identifier OR v.ride_identifier IS NOT NULL AND i.ride_identifier IS NULL \gset
SELECT :wrong_slots = 0 AS is_right, :claimed = 0 AS is_free \gset
\if :is_right
\else
  SELECT 1 / 0 AS "a document does not have the slot of its row";
\endif
\if :is_free
\else
  SELECT i.vehicle_identifier AS "vehicle that serves a ride in the other cell"
  FROM in_vehicles AS i JOIN vehicles AS v USING (vehicle_identifier)
  WHERE v.ride_identifier IS DISTINCT FROM i.ride_identifier AND v.ride_identifier IS NOT NULL;
  SELECT 1 / 0 AS "a vehicle serves rides in both cells";
\endif

DELETE FROM rides AS r USING in_rides AS i
WHERE r.ride_identifier = i.ride_identifier AND r.revision <= i.revision;
INSERT INTO rides SELECT * FROM in_rides ON CONFLICT (ride_identifier) DO NOTHING;
INSERT INTO status_changes SELECT * FROM in_status_changes ON CONFLICT DO NOTHING;
INSERT INTO ledger SELECT * FROM in_ledger ON CONFLICT DO NOTHING;
INSERT INTO outcomes SELECT * FROM in_outcomes ON CONFLICT DO NOTHING;
INSERT INTO subscriptions SELECT * FROM in_subscriptions ON CONFLICT DO NOTHING;
INSERT INTO dead_letters SELECT * FROM in_dead_letters ON CONFLICT DO NOTHING;
-- The row of an earlier stay may have a greater number; a vehicle counts on from the greater one.
UPDATE in_vehicles AS i SET sequence = greatest(i.sequence, v.sequence) FROM vehicles AS v
WHERE v.vehicle_identifier = i.vehicle_identifier;
DELETE FROM vehicles AS v USING in_vehicles AS i WHERE v.vehicle_identifier = i.vehicle_identifier;
INSERT INTO vehicles SELECT * FROM in_vehicles;
SELECT format('%s rides, %s status changes, %s lines of the ledger, %s outcomes, %s vehicles, %s subscriptions, '
  '%s dead letters',
  (SELECT count(*) FROM in_rides), (SELECT count(*) FROM in_status_changes), (SELECT count(*) FROM in_ledger),
  (SELECT count(*) FROM in_outcomes), (SELECT count(*) FROM in_vehicles), (SELECT count(*) FROM in_subscriptions),
  (SELECT count(*) FROM in_dead_letters));
COMMIT;
