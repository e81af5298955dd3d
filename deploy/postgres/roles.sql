\set ON_ERROR_STOP on
CREATE ROLE platform_owner LOGIN;
CREATE ROLE platform_auth LOGIN;
CREATE ROLE platform_api LOGIN;
CREATE ROLE platform_worker LOGIN;
CREATE DATABASE auth OWNER platform_owner;
CREATE DATABASE ordering OWNER platform_owner;
REVOKE ALL ON DATABASE auth, ordering FROM PUBLIC;
GRANT CONNECT ON DATABASE auth TO platform_auth;
GRANT CONNECT ON DATABASE ordering TO platform_api, platform_worker;
