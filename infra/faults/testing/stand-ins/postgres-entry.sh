#!/bin/sh
# Starts PostgreSQL like its image: the first start creates the cluster and runs the scripts of /docker-entrypoint-initdb.d on a
# server that listens only on its socket.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086 # several arguments
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --auth=trust ${POSTGRES_INITDB_ARGS:-} "$PGDATA"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\nunix_socket_directories = '/var/run/postgresql'\n" >>"$PGDATA/postgresql.conf"
  pg_ctl start --wait --options="-c listen_addresses=''"
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl stop --wait --mode=fast
fi
exec "$@"
