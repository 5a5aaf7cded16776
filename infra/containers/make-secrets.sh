#!/bin/sh
# Creates every missing secret in the folder `secrets` (or the given one), and a self-signed certificate until you replace it with
# a real one. Existing files are kept: run it again after an upgrade.
set -eu
folder=${1:-secrets}
host=${2:-localhost}
umask 077
mkdir -p "$folder"
cd "$folder"

# Containers run as other users, so the files are readable by everyone. The mode of the folder keeps other users of this machine out.
keep() {
  [ -e "$1" ] && cat >/dev/null && return
  cat >"$1.new"
  chmod 644 "$1.new"
  mv "$1.new" "$1"
  echo "made $1"
}
random() { openssl rand -hex 32; }
# certificate NAME ADDRESSES DAYS: writes the files self_signed and self_signed_key.
certificate() {
  openssl req -x509 -newkey rsa:2048 -nodes -days "$3" -subj "/CN=$1" -addext "subjectAltName=$2" \
    -keyout self_signed_key -out self_signed 2>/dev/null
}
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
if [ ! -e kurrentdb.crt ]; then
  certificate kurrentdb DNS:kurrentdb,DNS:localhost 3650
  rm -f kurrentdb.key
  keep kurrentdb.key <self_signed_key
  keep kurrentdb.crt <self_signed
  rm self_signed self_signed_key
fi
if [ ! -e kurrentdb_url ]; then
  password=$(random)
  rm -f kurrentdb_settings
  keep kurrentdb_settings <<END
KURRENTDB_CERTIFICATE_FILE=/run/secrets/kurrentdb.crt
KURRENTDB_CERTIFICATE_PRIVATE_KEY_FILE=/run/secrets/kurrentdb.key
KURRENTDB_TRUSTED_ROOT_CERTIFICATES_PATH=/run/secrets
KURRENTDB_DEFAULT_ADMIN_PASSWORD=$password
KURRENTDB_DEFAULT_OPS_PASSWORD=$(random)
END
  echo "kurrentdb://admin:$password@kurrentdb:2113?tls=true&tlsCAFile=/run/secrets/kurrentdb.crt" | keep kurrentdb_url
fi
# An older installation has a kurrentdb_url without TLS, so its KurrentDB keeps running without TLS.
echo KURRENTDB_INSECURE=true | keep kurrentdb_settings
echo 'smtp://mail:1025' | keep smtp_url
echo "$(openssl rand -hex 12)a1#" | keep bootstrap_admin_password
for name in backup_key stripe_secret_key stripe_webhook_secret udl_password; do
  : | keep "$name"
done
if [ ! -e tls_certificate ]; then
  certificate "$host" "DNS:$host" 365
  cat self_signed self_signed_key | keep tls_certificate
  rm self_signed self_signed_key
fi
