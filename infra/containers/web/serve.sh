#!/bin/sh
# Adds this version's files to those of earlier versions and serves all of them. Names contain a hash, so no file replaces another.
set -eu
from=${ASSETS_FROM:-/usr/share/ready-room/assets}
to=${ASSETS_TO:-/srv/assets}
# Names the files of the version that ran last. nginx does not serve it.
list=$to/.last-version

# Without a list, any file may belong to the version that the http nodes still run.
if [ -f "$list" ]; then
  # An upgrade replaces this server first, so the last version is in use until now, however long ago it was started.
  while read -r file; do touch -c "$to/$file"; done <"$list"
  # No open page requests a file that has not been part of a running version for three months.
  find "$to" -type f -mtime +90 -delete
else
  find "$to" -type f -exec touch {} +
fi
cp -R "$from/." "$to/"
(cd "$from" && find . -type f) >"$list"
exec nginx -c "${NGINX_CONF:-/etc/nginx/nginx.conf}" -g 'daemon off;'
