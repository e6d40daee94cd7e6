GRANT SELECT ON livery_schema TO "livery_worker";
GRANT SELECT, INSERT ON status_changes, ledger TO "livery_worker";
GRANT SELECT, INSERT, UPDATE ON rides, vehicles, leases TO "livery_worker";
GRANT SELECT, INSERT, UPDATE, DELETE ON outcomes, subscriptions, dead_letters TO "livery_worker";
GRANT EXECUTE ON FUNCTION livery_expect(bigint, bigint) TO "livery_worker";
