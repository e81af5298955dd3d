#!/bin/sh
# Makes passwords, keys and the addresses of the databases, once: make-secrets.sh [folder [host of PostgreSQL[:port]]]. It changes no existing folder.
#
# Other users of this machine cannot enter the folder. Each container sees only the files that Compose mounts for it, and must be able to read
# them as its own user.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
server=${2:-postgres}
[ ! -e "$folder" ] || { echo "$folder is there already" >&2; exit 1; }
# The incomplete folder of a failed run is not used.
rm -rf "$folder.new"
mkdir -p "$folder.new"
cd "$folder.new"
host=${server%:*}
port=${server##*:}
[ "$port" != "$server" ] || port=5432

# Each value is first stored in a variable, because a failed command in a pipe would leave an empty file.
secret() {
  value=$(openssl rand "$2" "$3")
  [ -n "$value" ] || { echo "openssl makes nothing" >&2; exit 1; }
  printf %s "$value" > "$1"
}
password() { password=$(cat "$1-password"); [ -n "$password" ]; }
address() {
  password "$1"
  printf 'postgres://platform_%s:%s@%s/%s' "$1" "$password" "$server" "$2"
}

for role in postgres owner auth api worker; do secret "$role-password" -hex 24; done
secret auth-secret-key -base64 48
secret event-secret-key -base64 48
secret console-secret-key -base64 48
# Replace this text with the client_secret that "tpctl client create" prints.
printf 'not made yet' > console-client-secret
address auth auth > auth-database-url
address api ordering > api-database-url
address worker ordering > worker-database-url
address owner auth > owner-auth-database-url
address owner ordering > owner-ordering-database-url
password owner
for database in auth ordering; do
  printf '[%s]\nhost=%s\nport=%s\ndbname=%s\nuser=platform_owner\npassword=%s\n' "$database" "$host" "$port" "$database" "$password"
done > owner-services

chmod 444 ./*
cd - > /dev/null
mv "$folder.new" "$folder"
