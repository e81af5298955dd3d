#!/bin/sh
# Gives all roles in the PostgreSQL of this machine the passwords of a folder of secrets, or none of them: set-passwords.sh FOLDER, as root.
#
# PostgreSQL identifies people on this machine by their user, and only the user postgres may change roles. For a moment, this user can read
# copies of these four files, but no other secret.
set -eu
folder=${1:?the folder of the secrets}
script=$(cd "$(dirname "$0")" && pwd)/passwords.sql
copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT
for role in owner auth api worker; do cp "$folder/$role-password" "$copies/"; done
chown -R postgres "$copies"
runuser -u postgres -- psql --no-psqlrc --quiet --set=secrets="$copies" < "$script"
