DO $$BEGIN IF NOT has_database_privilege('livery_worker', current_database(), 'CONNECT') THEN EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), 'livery_worker'); END IF; END$$;
DO $$BEGIN IF NOT has_schema_privilege('livery_worker', (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = 'livery_schema'::regclass), 'USAGE') THEN EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = 'livery_schema'::regclass), 'livery_worker'); END IF; END$$;
GRANT SELECT ON livery_schema TO "livery_worker";
GRANT SELECT, INSERT ON status_changes, ledger TO "livery_worker";
GRANT SELECT, INSERT, UPDATE ON rides, vehicles, leases TO "livery_worker";
GRANT SELECT, INSERT, UPDATE, DELETE ON outcomes, subscriptions, dead_letters TO "livery_worker";
GRANT EXECUTE ON FUNCTION livery_expect(bigint, bigint) TO "livery_worker";
