#!/bin/sh
# Makes passwords, keys and the addresses of the databases, once: make-secrets.sh [folder [host of PostgreSQL]]. What is there stays.
#
# Others on this machine cannot enter the folder. Each container sees only the files that are given to it, and must be able to
# read them as its own user.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
host=${2:-postgres}
[ ! -e "$folder" ] || { echo "$folder is there already" >&2; exit 1; }
mkdir -p "$folder.new"
cd "$folder.new"

random() { openssl rand -hex 24 | tr -d '\n'; }
address() { printf 'postgres://platform_%s:%s@%s/%s' "$1" "$(cat "$1-password")" "$host" "$2"; }

for role in postgres owner auth api worker; do random > "$role-password"; done
openssl rand -base64 48 | tr -d '\n' > auth-secret-key
openssl rand -base64 48 | tr -d '\n' > console-secret-key
# To be replaced by the client_secret that "tpctl client create" prints.
printf 'not made yet' > console-client-secret
address auth auth > auth-database-url
address api ordering > api-database-url
address worker ordering > worker-database-url
address owner auth > owner-auth-database-url
address owner ordering > owner-ordering-database-url
for database in auth ordering; do
  printf '[%s]\nhost=%s\ndbname=%s\nuser=platform_owner\npassword=%s\n' "$database" "$host" "$database" "$(cat owner-password)"
done > owner-services

chmod 444 ./*
cd - > /dev/null
mv "$folder.new" "$folder"
