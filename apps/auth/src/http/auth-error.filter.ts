import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noStore } from './no-store.js';
import { type OAuthError, toOAuthError } from './oauth-error.js';

/** Answers whatever an endpoint has not answered itself. */
@Catch()
export class AuthErrorFilter implements ExceptionFilter {
  readonly #log = new Logger('auth');

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const answer = describe(error, request);
    if (answer.status >= 500) this.#log.error({ err: error }, 'request failed');
    void reply
      .code(answer.status)
      .headers({ ...noStore, ...answer.headers })
      .send(answer.body);
  }
}

function describe(error: unknown, request: FastifyRequest): OAuthError {
  if (error instanceof AuthError) return toOAuthError(error, request.headers.authorization);
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  if (status === 404) return plain(404, 'not_found', 'There is nothing at this address');
  if (status === 413) return plain(400, 'invalid_request', 'The body is larger than 16 kB');
  if (status >= 400 && status < 500) return plain(400, 'invalid_request', 'The request cannot be read');
  return toOAuthError(error, request.headers.authorization);
}

/** Errors of Fastify itself carry their status. */
function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' ? status : 500;
}

function plain(status: number, error: string, error_description: string): OAuthError {
  return { status, headers: {}, body: { error, error_description } };
}
