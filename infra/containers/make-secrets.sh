#!/bin/sh
# Makes every secret that is missing in the folder `secrets` (or the one given), and a certificate of its own that browsers
# warn of, until a real one takes its place. What is there already stays: run it again after an upgrade.
set -eu
folder=${1:-secrets}
host=${2:-localhost}
umask 077
mkdir -p "$folder"
cd "$folder"

# Containers run as other users, so each file can be read by whoever gets it; nobody else gets into the folder.
keep() {
  [ -e "$1" ] && cat >/dev/null && return
  cat >"$1.new"
  chmod 644 "$1.new"
  mv "$1.new" "$1"
  echo "made $1"
}
random() { openssl rand -hex 32; }
url() { printf 'postgres://%s:%s@postgres:5432/ready_room\n' "$1" "$(openssl rand -hex 24)"; }

for name in jwt_secret master_key hmac_key password_pepper audit_key postgres_password grafana_password; do
  random | keep "$name"
done
url ready_room_admin | keep database_admin_url
url ready_room_app | keep database_url
url ready_room_read | keep database_read_url
if [ ! -e redis_conf ] || [ ! -e redis_url ]; then
  password=$(random)
  rm -f redis_conf redis_url
  echo "requirepass $password" | keep redis_conf
  echo "redis://:$password@redis:6379" | keep redis_url
fi
echo 'kurrentdb://kurrentdb:2113?tls=false' | keep kurrentdb_url
echo 'smtp://mail:1025' | keep smtp_url
echo "$(openssl rand -hex 12)a1#" | keep bootstrap_admin_password
for name in backup_key stripe_secret_key stripe_webhook_secret udl_password; do
  : | keep "$name"
done
if [ ! -e tls_certificate ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
    -keyout self_signed_key -out self_signed 2>/dev/null
  cat self_signed self_signed_key | keep tls_certificate
  rm self_signed self_signed_key
fi
