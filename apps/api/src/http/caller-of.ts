import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { FastifyRequest } from 'fastify';

/** Returns the claims of the access token that the guard has verified. */
export function callerOf(request: FastifyRequest): AccessTokenClaims {
  const { user } = request as FastifyRequest & { user?: AccessTokenClaims };
  if (user === undefined) throw new Error('This code needs the caller, but no guard has verified a token');
  return user;
}

/**
 * Writes a member's client as one text, for limits that count all tokens of the client together. Neither the member code nor the
 * client id contains a space.
 */
export function clientKey({ memberCode, clientId }: Pick<AccessTokenClaims, 'memberCode' | 'clientId'>): string {
  return `${memberCode} ${clientId}`;
}
