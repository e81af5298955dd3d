import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { readParameters, type TokenRequest } from '@trading-platform/auth-core';
import type { FastifyRequest } from 'fastify';
import { formOf } from './form-body.js';
import { queryOf } from './query-of.js';

/**
 * Gives the data of a request to an endpoint for clients to a handler as an argument.
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
