#!/bin/sh
# Starts HAProxy with PROXY_CONNECTIONS connections, or with as many as the limit of open files allows. HAProxy exits when `maxconn`
# exceeds the limit, and the container would restart forever.
set -eu
connections=${PROXY_CONNECTIONS:-10000}
limit=$(ulimit -Hn)
# Two files for each connection, and 500 for listeners, health checks and threads.
needed=$((connections * 2 + 500))
if [ "$limit" != unlimited ] && [ "$limit" -lt "$needed" ]; then
  possible=$(((limit - 500) / 2))
  if [ "$possible" -lt 1 ]; then
    echo "The proxy cannot start: it needs more than $limit open files. Raise the limit (nofile) to $needed." >&2
    exit 1
  fi
  echo "Warning: only $limit files can be open, so the proxy takes $possible connections instead of $connections." \
    "Raise the limit (nofile) to $needed." >&2
  connections=$possible
fi
export PROXY_CONNECTIONS="$connections"
exec haproxy -W -db -f "$(dirname "$0")/haproxy.cfg"
