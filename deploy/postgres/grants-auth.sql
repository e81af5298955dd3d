\set ON_ERROR_STOP on
BEGIN;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM platform_auth;
GRANT SELECT ON schema_migration TO platform_auth;
-- A client's secret is hashed again when it is first used after a change of AUTH_SECRET_KEY.
GRANT SELECT, UPDATE (secret_hash, secret_key_id, previous_secret_hash, previous_secret_key_id) ON auth_client TO platform_auth;
GRANT SELECT, UPDATE (password_hash, password_changed_at, generation, updated_at, second_factor_at) ON auth_user TO platform_auth;
GRANT SELECT, INSERT, UPDATE (last_step), DELETE ON auth_authenticator TO platform_auth;
GRANT SELECT, INSERT, UPDATE (counter, last_used_at), DELETE ON auth_passkey TO platform_auth;
GRANT SELECT, INSERT, DELETE ON auth_recovery_code, auth_client_assertion, auth_passkey_challenge TO platform_auth;
GRANT SELECT, DELETE ON auth_reset_link TO platform_auth;
GRANT SELECT, INSERT, UPDATE (last_used_at), DELETE ON auth_session TO platform_auth;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth_grant, auth_code, auth_device_code, auth_attempt, auth_known_place TO platform_auth;
GRANT SELECT, INSERT, DELETE ON auth_signing_key, auth_revocation, auth_audit TO platform_auth;
COMMIT;
