import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { readParameters, type TokenRequest } from '@trading-platform/auth-core';
import type { FastifyRequest } from 'fastify';
import { formOf } from './form-body.js';
import { queryOf } from './query-of.js';

/**
 * A request to an endpoint for clients, taken apart, as an argument of its handler.
 *
 * @throws AuthError `invalid_request` when the body is no form, or a parameter is repeated
 */
export const ClientRequest = createParamDecorator((_: unknown, context: ExecutionContext): TokenRequest => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return {
    query: readParameters(queryOf(request)),
    body: readParameters(formOf(request)),
    authorization: request.headers.authorization,
    origin: { address: request.ip, requestId: request.id },
  };
});
