#!/bin/sh
# Adds this version's files to those of earlier versions and serves all of them. Names contain a hash, so no file replaces another.
set -eu
from=${ASSETS_FROM:-/usr/share/ready-room/assets}
to=${ASSETS_TO:-/srv/assets}

cp -R "$from/." "$to/"
# No open page requests a file that has not been part of a started version for three months.
find "$to" -type f -mtime +90 -delete
exec nginx -c "${NGINX_CONF:-/etc/nginx/nginx.conf}" -g 'daemon off;'
