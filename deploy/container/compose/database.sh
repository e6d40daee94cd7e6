#!/bin/bash
# What PostgreSQL's image runs the first time it starts: makes roles and database with the passwords of the secrets.
set -euo pipefail
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres --set=database=livery \
  --set=owner_password="$(</run/secrets/database-owner-password)" \
  --set=worker_password="$(</run/secrets/database-worker-password)" \
  --set=console_password="$(</run/secrets/database-console-password)" --file=/etc/livery/database.sql
