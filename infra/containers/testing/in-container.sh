#!/bin/sh
# in-container.sh ROOT APP SECRETS NODE USER COMMAND…
# Runs a command like a container of the compose file, without a container engine: as another user, without capabilities, on a
# read-only root with only the image's folder, the secrets and the system's programs. The environment is inherited.
# Requires root and a separate mount namespace (unshare --mount).
set -eu
root=$1 app=$2 secrets=$3 node=$4 user=$5
shift 5

mount -t tmpfs none "$root"
cd "$root"
mkdir -p app usr node dev proc tmp erasures run/secrets
ln -s usr/bin bin
ln -s usr/sbin sbin
ln -s usr/lib lib
ln -s usr/lib64 lib64
mount --bind "$app" app
mount --bind "$secrets" run/secrets
mount --bind "$node" node
mount --bind /usr usr
for read_only in app run/secrets node usr; do mount -o remount,bind,ro "$read_only"; done
mount --rbind /dev dev
mount --rbind /proc proc
mount -t tmpfs -o mode=1777,size=64m none tmp
mount -t tmpfs -o mode=700,uid="$user",size=1m none erasures
mount -o remount,ro "$root"
exec chroot . /usr/bin/env -C /app /usr/bin/setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs \
  --inh-caps=-all --bounding-set=-all -- "$@"
