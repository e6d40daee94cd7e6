DO $$BEGIN IF NOT has_database_privilege('livery_console', current_database(), 'CONNECT') THEN EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), 'livery_console'); END IF; END$$;
DO $$BEGIN IF NOT has_schema_privilege('livery_console', (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = 'livery_schema'::regclass), 'USAGE') THEN EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = 'livery_schema'::regclass), 'livery_console'); END IF; END$$;
GRANT SELECT ON livery_schema, rides, status_changes, outcomes, ledger, vehicles, dead_letters, subscriptions, leases TO "livery_console";
GRANT SELECT, INSERT ON console_audit TO "livery_console";
GRANT SELECT, INSERT, UPDATE, DELETE ON console_sessions, dead_letters TO "livery_console";
GRANT EXECUTE ON FUNCTION livery_expect(bigint, bigint) TO "livery_console";
