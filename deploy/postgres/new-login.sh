#!/bin/sh
# Gives a service a second login with a new password: new-login.sh auth|api|worker FOLDER, as root on the machine of PostgreSQL. The new login
# has all rights of the service's role, and the address in the folder of secrets names it. Then restart the processes of the service one after
# the other, and run end-logins.sh. No service uses the owner, so the password of the owner changes at once.
#
# PSQL is the command with which a superuser runs psql, if the superuser is not the user postgres of this machine.
set -eu
case ${1-} in owner | auth | api | worker) service=$1 ;; *) echo "Usage: $0 owner|auth|api|worker FOLDER" >&2; exit 1 ;; esac
folder=${2:?the folder of the secrets}
login=platform_$service
[ "$service" = owner ] || login=${login}_$(date -u +%Y%m%d%H%M%S)
password=$(openssl rand -hex 24)
[ -n "$password" ]

# replace FILE PATTERN NEW: the whole file or nothing.
replace() {
  changed=$(sed "s|$2|$3|" "$folder/$1")
  case $changed in *"$password"*) ;; *) echo "$folder/$1 has no address as make-secrets.sh writes it" >&2; exit 1 ;; esac
  printf '%s\n' "$changed" > "$folder/$1.new"
  chmod 444 "$folder/$1.new"
}
files="$service-database-url"
[ "$service" != owner ] || files='owner-auth-database-url owner-ordering-database-url'
for file in $files; do replace "$file" '^postgres://[^:]*:[^@]*@' "postgres://$login:$password@"; done
if [ "$service" = owner ]; then replace owner-services '^password=.*' "password=$password"; files="$files owner-services"; fi

# The password is in a pipe, so no list of processes shows it.
if [ "$service" = owner ]; then
  statement="ALTER ROLE $login PASSWORD '$password';"
else
  statement="CREATE ROLE $login LOGIN PASSWORD '$password' IN ROLE platform_$service;"
fi
# shellcheck disable=SC2086
printf '%s\n' "$statement" | ${PSQL:-runuser -u postgres -- psql} --no-psqlrc --quiet --set=ON_ERROR_STOP=1
for file in $files; do mv "$folder/$file.new" "$folder/$file"; done
[ "$service" != owner ] || printf %s "$password" > "$folder/owner-password"
