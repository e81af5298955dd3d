-- Gives the roles their passwords, from the files that make-secrets.sh has made: psql --set=secrets=FOLDER. By default they are where
-- containers have their secrets.
\if :{?secrets}
\else
\set secrets /run/secrets
\endif
\set owner `cat :'secrets'/owner-password`
\set auth `cat :'secrets'/auth-password`
\set api `cat :'secrets'/api-password`
\set worker `cat :'secrets'/worker-password`
ALTER ROLE platform_owner PASSWORD :'owner';
ALTER ROLE platform_auth PASSWORD :'auth';
ALTER ROLE platform_api PASSWORD :'api';
ALTER ROLE platform_worker PASSWORD :'worker';
