-- Leaves in a database what belongs to some service areas: after a region was divided, in each of the two databases.
-- Use, as the owner of the tables, while no worker has the database: psql -v areas=AREA,… -f divide.sql URL
-- Regions.md says what comes before and after.
\set ON_ERROR_STOP on
BEGIN;
CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS
SELECT ride_identifier FROM rides WHERE area <> ALL (string_to_array(:'areas', ','));
CREATE UNIQUE INDEX ON leaving (ride_identifier);
ANALYZE leaving;

-- Of each response, the history of the ride has the status.
DELETE FROM outcomes USING leaving WHERE leaving.ride_identifier = ANY (outcomes.changed_rides);
DELETE FROM subscriptions USING leaving WHERE subscriptions.ride_identifier = leaving.ride_identifier;
DELETE FROM dead_letters USING leaving WHERE dead_letters.ride_identifier = leaving.ride_identifier;
DELETE FROM status_changes USING leaving WHERE status_changes.ride_identifier = leaving.ride_identifier;
DELETE FROM rides USING leaving WHERE rides.ride_identifier = leaving.ride_identifier;
-- The other database has these lines: the books are divided, not changed.
ALTER TABLE ledger DISABLE TRIGGER ledger_is_append_only;
DELETE FROM ledger USING leaving WHERE ledger.ride_identifier = leaving.ride_identifier;
ALTER TABLE ledger ENABLE TRIGGER ledger_is_append_only;
-- A vehicle comes on duty where it reports next. Its row stays, since its sequence continues.
UPDATE vehicles SET on_duty = false, ride_identifier = NULL
WHERE ride_identifier IS NULL OR ride_identifier IN (SELECT ride_identifier FROM leaving);
COMMIT;
