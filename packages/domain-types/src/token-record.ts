import { defineRecord, integer, optional, type RecordOf } from './define-record.js';

/**
 * Answer of both token endpoints (Spec 2.1). `exires_in` is the contract's spelling; `expires_in` has the same value
 * for client libraries that know only the standard name. `id_token` comes only with OpenID Connect.
 */
export const tokenRecord = defineRecord('token', [
  'scope',
  integer('exires_in'),
  'token_type',
  'access_token',
  'refresh_token',
  optional(integer('expires_in')),
  optional('id_token'),
]);

/** A record as `tokenRecord` defines it. */
export type TokenRecord = RecordOf<typeof tokenRecord>;

/** The token record of a service account, which has no refresh token: it asks for an access token again. */
export const serviceTokenRecord = defineRecord('service_token', [
  'scope',
  integer('exires_in'),
  'token_type',
  'access_token',
  optional(integer('expires_in')),
]);

/** A record as `serviceTokenRecord` defines it. */
export type ServiceTokenRecord = RecordOf<typeof serviceTokenRecord>;
