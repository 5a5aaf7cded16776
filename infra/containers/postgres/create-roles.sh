#!/bin/sh
# Creates the database and three roles, and sets the passwords of the roles. Safe to run again, also after an interrupted run.
# The PostgreSQL image runs it from /docker-entrypoint-initdb.d. For other servers, set PGHOST, PGUSER and PGPASSWORD of a superuser,
# or of a role with CREATEROLE and CREATEDB, which managed servers provide.
#   ready_room_admin  owns the database; migrates, backs up and restores
#   ready_room_app    the application, with the rights that the migrations grant; cannot change events of the log
#   ready_room_read   reads the read models for reports; cannot read the log, accounts or keys
# The passwords are those of the platform's addresses (secrets/database_*_url).
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
password_in() {
  sed -n 's#^[a-z]*://[^:/@]*:\([^:/@]*\)@.*#\1#p' "$secrets/$1"
}
admin=$(password_in database_admin_url)
app=$(password_in database_url)
read=$(password_in database_read_url)
[ -n "$admin" ] && [ -n "$app" ] && [ -n "$read" ] || {
  echo "A database_*_url in $secrets has no password. Add the password to the address." >&2
  exit 1
}

# On standard input, because every process can see the arguments.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-${PGUSER:-postgres}}" \
  --dbname "${PGDATABASE:-postgres}" <<SQL
\\set admin '$admin'
\\set app '$app'
\\set read '$read'
set client_min_messages = warning;
select count(*) filter (where rolname = 'ready_room_admin') > 0 as has_admin,
       count(*) filter (where rolname = 'ready_room_app') > 0 as has_app,
       count(*) filter (where rolname = 'ready_room_read') > 0 as has_read,
       exists (select from pg_database where datname = 'ready_room') as has_database,
       current_setting('is_superuser') = 'off' as is_limited,
       -- PostgreSQL 17 sorts and compares text the same on every machine. Earlier versions use the locale of the operating system.
       current_setting('server_version_num')::integer >= 170000 as knows_builtin
from pg_roles \\gset

\\if :has_admin
\\else
create role ready_room_admin;
\\endif
\\if :has_app
\\else
create role ready_room_app;
\\endif
alter role ready_room_admin login password :'admin';
alter role ready_room_app login password :'app';
-- The migrator creates schemas that belong to the application.
grant ready_room_app to ready_room_admin;
-- A role that is not a superuser must be a member of the roles to which it assigns objects.
\\if :is_limited
grant ready_room_admin, ready_room_app to current_user;
\\endif

\\if :has_database
\\elif :knows_builtin
create database ready_room owner ready_room_admin template template0
  encoding 'UTF8' locale_provider 'builtin' builtin_locale 'C.UTF-8' locale 'C';
\\else
create database ready_room owner ready_room_admin template template0 encoding 'UTF8' locale 'C.UTF-8';
\\endif

\\connect ready_room
set client_min_messages = warning;
-- In one transaction and last: if ready_room_read exists, everything else does too.
begin;
\\if :has_read
\\else
create role ready_room_read;
\\endif
alter role ready_room_read login password :'read';
revoke all on database ready_room from public;
grant connect, temporary on database ready_room to ready_room_app;
grant connect on database ready_room to ready_room_read;
-- The application creates new tables whenever it rebuilds a read model.
alter default privileges for role ready_room_app grant select on tables to ready_room_read;
alter default privileges for role ready_room_admin grant usage on schemas to ready_room_read;
alter role ready_room_read set default_transaction_read_only = on;
-- A long-running report is limited to 60 s. A transaction left open would delay vacuum.
alter role ready_room_read set statement_timeout = '60s';
alter role ready_room_read set idle_in_transaction_session_timeout = '10s';
commit;
\\if :is_limited
revoke ready_room_admin, ready_room_app from current_user;
\\endif
SQL
