-- In the cell that the area leaves: what a move keeps, and the trigger that notes which rides change from now on.
-- Doing it again for the same area changes nothing; another area waits until this one has gone.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
BEGIN;
CREATE SCHEMA IF NOT EXISTS livery_move;
CREATE TABLE IF NOT EXISTS livery_move.move (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  area text COLLATE "C" NOT NULL,
  state text NOT NULL DEFAULT 'ahead' CHECK (state IN ('ahead', 'frozen', 'copied')),
  -- The outcomes that were stored before this have been copied, those after the other are being copied.
  outcomes_until timestamptz NOT NULL DEFAULT '-infinity',
  outcomes_from timestamptz NOT NULL DEFAULT 'infinity',
  -- The last ride, in the order of booking, that has been gone past.
  passed_at timestamptz NOT NULL DEFAULT '-infinity',
  passed_ride text COLLATE "C" NOT NULL DEFAULT ''
);
INSERT INTO livery_move.move (area) VALUES (:'area') ON CONFLICT DO NOTHING;
SELECT area = :'area' AS is_ours FROM livery_move.move \gset
\if :is_ours
\else
  \warn another area is leaving this cell: finish that move first
  SELECT 1 / 0 AS "another area is leaving this cell";
\endif

-- Rides of the area that have changed since they were copied, or may have.
CREATE TABLE IF NOT EXISTS livery_move.touched (
  ride_identifier text COLLATE "C" PRIMARY KEY,
  times bigint NOT NULL DEFAULT 1
);
-- The rides that are being copied.
CREATE TABLE IF NOT EXISTS livery_move.batch (ride_identifier text COLLATE "C" PRIMARY KEY);
CREATE TABLE IF NOT EXISTS livery_move.given (vehicle_identifier text COLLATE "C");
-- What was taken from the workers of this cell.
CREATE TABLE IF NOT EXISTS livery_move.rides (LIKE public.rides INCLUDING COMPRESSION);
CREATE TABLE IF NOT EXISTS livery_move.subscriptions (LIKE public.subscriptions INCLUDING COMPRESSION);
CREATE TABLE IF NOT EXISTS livery_move.vehicles (LIKE public.vehicles INCLUDING COMPRESSION);
CREATE TABLE IF NOT EXISTS livery_move.outcomes (LIKE public.outcomes INCLUDING COMPRESSION);
CREATE TABLE IF NOT EXISTS livery_move.dead_letters (LIKE public.dead_letters INCLUDING COMPRESSION);

-- With the rights of the owner: a worker's role knows nothing of this schema. The row is written each time, so that
-- the statement that takes it out waits for the transaction that has changed the ride.
CREATE OR REPLACE FUNCTION livery_move.touch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = livery_move, pg_temp AS $$
BEGIN
  INSERT INTO livery_move.touched AS t VALUES (NEW.ride_identifier)
  ON CONFLICT (ride_identifier) DO UPDATE SET times = t.times + 1;
  RETURN NULL;
END
$$;
SELECT count(*) = 0 AS is_new FROM pg_trigger WHERE tgname = 'livery_move_touch' \gset
\if :is_new
  SELECT format('CREATE TRIGGER livery_move_touch AFTER INSERT OR UPDATE ON public.rides FOR EACH ROW '
                'WHEN (NEW.area = %L) EXECUTE FUNCTION livery_move.touch()', :'area') \gexec
\endif

-- Nothing in a fleet acts on a finished ride of which nothing is due, owed or being paid.
CREATE OR REPLACE FUNCTION livery_move.is_idle(ride public.rides) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT ride.slot IS NULL AND ride.due_at IS NULL AND ride.obligation IS NULL AND ride.payments_until IS NULL
    AND NOT ride.is_waiting
$$;

-- An outcome with its whole response. The history, which has the status, is copied for the rides of one area only.
CREATE OR REPLACE FUNCTION livery_move.whole(outcome public.outcomes) RETURNS public.outcomes
LANGUAGE plpgsql STABLE AS $$
DECLARE
  told text;
  rest bytea;
BEGIN
  IF outcome.status_at IS NULL THEN RETURN outcome; END IF;
  rest := convert_to(outcome.response, 'UTF8');
  SELECT status INTO told FROM public.status_changes
  WHERE ride_identifier = outcome.changed_rides[cardinality(outcome.changed_rides)]
    AND sequence = outcome.changed_sequences[cardinality(outcome.changed_sequences)];
  IF told IS NULL THEN RETURN outcome; END IF;
  outcome.response := convert_from(substr(rest, 1, outcome.status_at::integer) || convert_to(told, 'UTF8')
    || substr(rest, outcome.status_at::integer + 1), 'UTF8');
  outcome.status_at := NULL;
  RETURN outcome;
END
$$;

-- What is copied ahead, in the form that sql/intake.sql reads.
SELECT state = 'ahead' AS is_ahead FROM livery_move.move \gset
\if :is_ahead
  -- A batch that was not copied to its end is copied again.
  INSERT INTO livery_move.touched SELECT ride_identifier FROM livery_move.batch ON CONFLICT DO NOTHING;
  TRUNCATE livery_move.batch;
  CREATE OR REPLACE VIEW livery_move.out_rides AS
    SELECT r.* FROM public.rides AS r JOIN livery_move.batch USING (ride_identifier) WHERE livery_move.is_idle(r);
  CREATE OR REPLACE VIEW livery_move.out_status_changes AS
    SELECT s.* FROM public.status_changes AS s JOIN livery_move.out_rides USING (ride_identifier);
  CREATE OR REPLACE VIEW livery_move.out_ledger AS
    SELECT l.* FROM public.ledger AS l JOIN livery_move.out_rides USING (ride_identifier);
  CREATE OR REPLACE VIEW livery_move.out_outcomes AS
    SELECT w.* FROM public.outcomes AS o CROSS JOIN livery_move.move AS m CROSS JOIN LATERAL livery_move.whole(o) AS w
    WHERE o.stored_at >= m.outcomes_from;
  CREATE OR REPLACE VIEW livery_move.out_subscriptions AS SELECT * FROM public.subscriptions WHERE false;
  CREATE OR REPLACE VIEW livery_move.out_vehicles AS SELECT * FROM public.vehicles WHERE false;
  CREATE OR REPLACE VIEW livery_move.out_dead_letters AS SELECT * FROM public.dead_letters WHERE false;
\endif
COMMIT;
