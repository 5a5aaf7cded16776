#!/bin/sh
# Run once, by the superuser, in a new server: the three roles and the database. The image of PostgreSQL runs what lies in
# /docker-entrypoint-initdb.d; elsewhere it works with any PGHOST, PGUSER and PGPASSWORD of a superuser.
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
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres <<SQL
\\set admin '$admin'
\\set app '$app'
\\set read '$read'
create role ready_room_admin login password :'admin';
create role ready_room_app login password :'app';
create role ready_room_read login password :'read';
-- The migrator creates schemas that belong to the application.
grant ready_room_app to ready_room_admin;

-- The same order and the same letters everywhere; before 17 the operating system has to know them.
select current_setting('server_version_num')::integer >= 170000 as knows_builtin \\gset
\\if :knows_builtin
create database ready_room owner ready_room_admin template template0
  encoding 'UTF8' locale_provider 'builtin' builtin_locale 'C.UTF-8' locale 'C';
\\else
create database ready_room owner ready_room_admin template template0 encoding 'UTF8' locale 'C.UTF-8';
\\endif
revoke all on database ready_room from public;
grant connect, temporary on database ready_room to ready_room_app;
grant connect on database ready_room to ready_room_read;

\\connect ready_room
-- Read models are tables that the application makes, again and again.
alter default privileges for role ready_room_app grant select on tables to ready_room_read;
alter default privileges for role ready_room_admin grant usage on schemas to ready_room_read;
alter role ready_room_read set default_transaction_read_only = on;
-- A long statement of a report would hold up nobody but itself, an open transaction of one vacuuming.
alter role ready_room_read set statement_timeout = '60s';
alter role ready_room_read set idle_in_transaction_session_timeout = '10s';
SQL
