#!/bin/sh
# Starts PostgreSQL in the same way as the image of the PostgreSQL project: at the first start it makes the cluster and runs
# /docker-entrypoint-initdb.d.
set -eu
export PGDATA=/var/lib/postgresql/data
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait --options="-c listen_addresses='' -c unix_socket_directories=/tmp" start > /dev/null
  for file in /docker-entrypoint-initdb.d/*.sql; do
    psql --host=/tmp --username=postgres --no-psqlrc --set=ON_ERROR_STOP=1 --quiet --file="$file"
  done
  pg_ctl --wait --mode=fast stop > /dev/null
fi
exec postgres -c "listen_addresses=*" -c unix_socket_directories=/tmp
