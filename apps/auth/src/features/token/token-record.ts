import type { IssuedTokens } from '@trading-platform/auth-core';
import type { ServiceTokenRecord, TokenRecord } from '@trading-platform/domain-types';

/** Makes the token record with the spelling of the contract, including `exires_in` (Spec 2.1). */
export function toTokenRecord(tokens: IssuedTokens, standardExpiresIn: boolean): TokenRecord | ServiceTokenRecord {
  return {
    scope: tokens.scope,
    exires_in: tokens.expiresInSeconds,
    token_type: tokens.tokenType,
    access_token: tokens.accessToken,
    ...(tokens.refreshToken === undefined ? {} : { refresh_token: tokens.refreshToken }),
    ...(standardExpiresIn ? { expires_in: tokens.expiresInSeconds } : {}),
    ...(tokens.idToken === undefined ? {} : { id_token: tokens.idToken }),
  };
}
