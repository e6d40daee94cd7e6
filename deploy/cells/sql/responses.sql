-- In the cell that the area has left, before its history is removed: makes the responses whole whose statuses only the
-- history has. Doing it again changes nothing. It reads all outcomes once.
\set ON_ERROR_STOP on
UPDATE outcomes SET response = w.response, status_at = w.status_at
FROM outcomes AS o CROSS JOIN LATERAL livery_move.whole(o) AS w
WHERE outcomes.ctid = o.ctid AND o.status_at IS NOT NULL
  AND (o.changed_rides[cardinality(o.changed_rides)] IN (SELECT ride_identifier FROM livery_move.rides)
    OR o.changed_rides[cardinality(o.changed_rides)] IN (SELECT ride_identifier FROM rides WHERE area = :'area'));
