import { readParameters, type TokenRequest } from '@trading-platform/auth-core';
import type { FastifyRequest } from 'fastify';
import { formOf } from './form-body.js';

/**
 * Takes a request to an endpoint for clients apart.
 *
 * @throws AuthError `invalid_request` when the body is no form, or a parameter is repeated
 */
export function readTokenRequest(request: FastifyRequest): TokenRequest {
  return {
    query: readParameters(queryOf(request)),
    body: readParameters(formOf(request)),
    authorization: request.headers.authorization,
    origin: { address: request.ip, requestId: request.id },
  };
}

/** The query string as it was sent. */
export function queryOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}
