-- Gives the roles their passwords, from the files in which the secrets of compose.yaml stand.
\set owner `cat /run/secrets/owner-password`
\set auth `cat /run/secrets/auth-password`
\set api `cat /run/secrets/api-password`
\set worker `cat /run/secrets/worker-password`
ALTER ROLE platform_owner PASSWORD :'owner';
ALTER ROLE platform_auth PASSWORD :'auth';
ALTER ROLE platform_api PASSWORD :'api';
ALTER ROLE platform_worker PASSWORD :'worker';
