#!/bin/sh
# Makes the three roles and the database in a server, and sets the roles' passwords. Safe to run again, also after a run that
# was interrupted. The image of PostgreSQL runs what lies in /docker-entrypoint-initdb.d; elsewhere it works with PGHOST, PGUSER
# and PGPASSWORD of a superuser, or of a role with CREATEROLE and CREATEDB, as managed servers give it.
#   ready_room_admin  migrates, backs up, restores; owns the database
#   ready_room_app    the application: what the migrations grant it, which is no change of the log
#   ready_room_read   reads the read models, for reports; neither the log nor accounts nor keys
# Their passwords are those of the addresses the platform gets (secrets/database_*_url).
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
password_in() {
  sed -n 's#^[a-z]*://[^:/@]*:\([^:/@]*\)@.*#\1#p' "$secrets/$1"
}
admin=$(password_in database_admin_url)
app=$(password_in database_url)
read=$(password_in database_read_url)
[ -n "$admin" ] && [ -n "$app" ] && [ -n "$read" ] || {
  echo "an address in $secrets has no password" >&2
  exit 1
}

# On standard input, so that no password is among the arguments, which all processes see.
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
       -- The same order and the same letters everywhere; before 17 the operating system has to know them.
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
-- Whoever is no superuser must be a member of the roles it gives things to.
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
-- In one transaction and last: where ready_room_read is there, nothing is missing.
begin;
\\if :has_read
\\else
create role ready_room_read;
\\endif
alter role ready_room_read login password :'read';
revoke all on database ready_room from public;
grant connect, temporary on database ready_room to ready_room_app;
grant connect on database ready_room to ready_room_read;
-- Read models are tables that the application makes, again and again.
alter default privileges for role ready_room_app grant select on tables to ready_room_read;
alter default privileges for role ready_room_admin grant usage on schemas to ready_room_read;
alter role ready_room_read set default_transaction_read_only = on;
-- A long statement of a report would hold up nobody but itself, an open transaction of one vacuuming.
alter role ready_room_read set statement_timeout = '60s';
alter role ready_room_read set idle_in_transaction_session_timeout = '10s';
commit;
\\if :is_limited
revoke ready_room_admin, ready_room_app from current_user;
\\endif
SQL
