-- In the cell that the area leaves, in one transaction: takes from its workers all that they act on.
--
-- The locks wait for the transactions of workers that are under way, and let none begin before this one has ended. What
-- only grows, the history and the ledger, stays until the move is finished: no worker looks at it without its ride.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '5s';
LOCK TABLE rides, vehicles, subscriptions, outcomes, dead_letters IN EXCLUSIVE MODE;
UPDATE livery_move.move SET state = 'frozen' WHERE area = :'area' AND state = 'ahead'
RETURNING outcomes_until \gset

CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS
SELECT ride_identifier FROM rides WHERE area = :'area' AND ride_identifier IN (
  SELECT ride_identifier FROM rides WHERE slot IS NOT NULL
  UNION ALL SELECT ride_identifier FROM rides WHERE due_at IS NOT NULL
  UNION ALL SELECT ride_identifier FROM rides WHERE obligation IS NOT NULL
  UNION ALL SELECT ride_identifier FROM rides WHERE payments_until IS NOT NULL
  UNION ALL SELECT ride_identifier FROM rides WHERE is_waiting
  UNION ALL SELECT ride_identifier FROM livery_move.touched);
CREATE UNIQUE INDEX ON leaving (ride_identifier);
ANALYZE leaving;

INSERT INTO livery_move.subscriptions SELECT s.* FROM subscriptions AS s JOIN rides AS r USING (ride_identifier)
WHERE r.area = :'area';
DELETE FROM subscriptions AS s USING rides AS r WHERE r.ride_identifier = s.ride_identifier AND r.area = :'area';
INSERT INTO livery_move.dead_letters SELECT d.* FROM dead_letters AS d JOIN rides AS r USING (ride_identifier)
WHERE r.area = :'area';
DELETE FROM dead_letters AS d USING livery_move.dead_letters AS m WHERE m.letter_identifier = d.letter_identifier;

INSERT INTO livery_move.rides SELECT r.* FROM rides AS r JOIN leaving USING (ride_identifier);
DELETE FROM rides USING leaving WHERE rides.ride_identifier = leaving.ride_identifier;

-- A vehicle goes with the ride that it serves, whatever the list says. It stays as a row off duty: workers that know it
-- notice a change within a second, and a row that is gone only within a minute.
INSERT INTO livery_move.vehicles SELECT v.* FROM vehicles AS v
WHERE v.ride_identifier IN (SELECT ride_identifier FROM leaving)
   OR v.ride_identifier IS NULL AND v.vehicle_identifier IN (SELECT vehicle_identifier FROM livery_move.given);
UPDATE vehicles SET on_duty = false, ride_identifier = NULL FROM livery_move.vehicles AS m
WHERE m.vehicle_identifier = vehicles.vehicle_identifier;

-- As they are now: of a later message that finds its ride gone, the outcome must not reach the other cell. Ten minutes
-- are more than clocks and transactions of workers may differ.
INSERT INTO livery_move.outcomes SELECT w.* FROM outcomes AS o CROSS JOIN LATERAL livery_move.whole(o) AS w
WHERE o.stored_at >= :'outcomes_until'::timestamptz - interval '10 minutes';

CREATE OR REPLACE VIEW livery_move.out_rides AS SELECT * FROM livery_move.rides;
CREATE OR REPLACE VIEW livery_move.out_status_changes AS
  SELECT s.* FROM public.status_changes AS s WHERE s.ride_identifier IN (SELECT ride_identifier FROM livery_move.rides);
CREATE OR REPLACE VIEW livery_move.out_ledger AS
  SELECT l.* FROM public.ledger AS l WHERE l.ride_identifier IN (SELECT ride_identifier FROM livery_move.rides);
CREATE OR REPLACE VIEW livery_move.out_outcomes AS SELECT * FROM livery_move.outcomes;
CREATE OR REPLACE VIEW livery_move.out_subscriptions AS SELECT * FROM livery_move.subscriptions;
CREATE OR REPLACE VIEW livery_move.out_vehicles AS SELECT * FROM livery_move.vehicles;
CREATE OR REPLACE VIEW livery_move.out_dead_letters AS SELECT * FROM livery_move.dead_letters;
-- From here on nothing may change a ride of the area in this cell; what does is found here.
TRUNCATE livery_move.touched;
COMMIT;
SELECT format('frozen: %s rides, %s vehicles, %s subscriptions, %s outcomes, %s dead letters',
  (SELECT count(*) FROM livery_move.rides), (SELECT count(*) FROM livery_move.vehicles),
  (SELECT count(*) FROM livery_move.subscriptions), (SELECT count(*) FROM livery_move.outcomes),
  (SELECT count(*) FROM livery_move.dead_letters));
