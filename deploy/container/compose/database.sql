-- The roles and the database of the fleet, as deploy/runbook/PostgreSQL.md explains them; psql's variables have the passwords.
CREATE ROLE livery_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE livery_worker LOGIN PASSWORD :'worker_password';
CREATE ROLE livery_console LOGIN PASSWORD :'console_password';
CREATE DATABASE :"database" OWNER livery_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT ON DATABASE :"database" FROM PUBLIC;
