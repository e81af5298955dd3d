import { AuthError, readParameters, type TokenRequest } from '@trading-platform/auth-core';
import type { FastifyRequest } from 'fastify';

/**
 * Takes a request to an endpoint for clients apart.
 *
 * @throws AuthError `invalid_request` when the body is no form, or a parameter is repeated
 */
export function readTokenRequest(request: FastifyRequest): TokenRequest {
  if (typeof request.body !== 'string') {
    throw new AuthError('invalid_request', 'The body must be application/x-www-form-urlencoded');
  }
  return {
    query: readParameters(queryOf(request)),
    body: readParameters(request.body),
    authorization: request.headers.authorization,
    origin: { address: request.ip, requestId: request.id },
  };
}

/** The query string as it was sent. */
export function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start < 0 ? '' : request.url.slice(start + 1);
}
