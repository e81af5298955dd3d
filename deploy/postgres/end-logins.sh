#!/bin/sh
# Ends all logins of a service except the login in the folder of secrets: end-logins.sh auth|api|worker FOLDER, as root on the machine of
# PostgreSQL. It changes nothing while a process still uses one of these logins. PSQL has the same meaning as in new-login.sh.
set -eu
case ${1-} in auth | api | worker) role=platform_$1 ;; *) echo "Usage: $0 auth|api|worker FOLDER" >&2; exit 1 ;; esac
login=$(sed -n 's|^postgres://\([^:]*\):.*|\1|p' "${2:?the folder of the secrets}/$1-database-url")
[ -n "$login" ] || { echo "$2/$1-database-url names no login" >&2; exit 1; }
# shellcheck disable=SC2086
${PSQL:-runuser -u postgres -- psql} --no-psqlrc --quiet --set=role="$role" --set=login="$login" << 'END'
\set ON_ERROR_STOP on
BEGIN;
CREATE TEMPORARY TABLE former ON COMMIT DROP AS
  SELECT rolname AS name FROM pg_roles
  WHERE rolname <> :'login' AND (rolname = :'role' OR pg_has_role(rolname, :'role', 'MEMBER') AND NOT rolsuper);
SELECT NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = :'login') AS unknown,
  (SELECT count(*) FROM pg_stat_activity WHERE usename IN (SELECT name FROM former)) AS used \gset
SELECT :used > 0 OR :'unknown' AS refused \gset
\if :refused
\warn Nothing has changed: :used connections use a former login of :role. Restart its processes first.
DO 'BEGIN RAISE EXCEPTION ''a former login is in use, or the present one is unknown''; END';
\endif
SELECT format('DROP ROLE %I', name) FROM former WHERE name <> :'role' \gexec
SELECT format('ALTER ROLE %I NOLOGIN PASSWORD NULL', name) FROM former WHERE name = :'role' \gexec
COMMIT;
END
