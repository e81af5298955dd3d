-- Gives all roles their passwords, or none of them, from the files that make-secrets.sh has made: psql --set=secrets=FOLDER. The default is the
-- folder of secrets in containers. If a variable is empty, its file is missing, unreadable or empty, and no role changes.
\set ON_ERROR_STOP on
\if :{?secrets}
\else
\set secrets /run/secrets
\endif
\set owner `cat :'secrets'/owner-password`
\set auth `cat :'secrets'/auth-password`
\set api `cat :'secrets'/api-password`
\set worker `cat :'secrets'/worker-password`
SELECT coalesce(string_agg(role || '-password', ', '), '') AS lacking, count(*) > 0 AS refused
  FROM (VALUES ('owner', :'owner'), ('auth', :'auth'), ('api', :'api'), ('worker', :'worker')) AS given (role, password)
  WHERE btrim(password) = '' \gset
\if :refused
\warn No password has changed. Empty or unreadable in :secrets: :lacking
DO 'BEGIN RAISE EXCEPTION ''a password is missing''; END';
\endif
BEGIN;
ALTER ROLE platform_owner PASSWORD :'owner';
ALTER ROLE platform_auth PASSWORD :'auth';
ALTER ROLE platform_api PASSWORD :'api';
ALTER ROLE platform_worker PASSWORD :'worker';
COMMIT;
