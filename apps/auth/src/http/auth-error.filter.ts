import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import { BodyRefused } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusalCounter } from '../metrics/refusal-counter.js';
import { askedFormat, sendOAuthError } from './answer-format.js';
import { invalidRequest, nothingHere, type OAuthError, toOAuthError } from './oauth-error.js';

/** Answers every error that an endpoint throws. */
@Catch()
export class AuthErrorFilter implements ExceptionFilter {
  readonly #log = new Logger('auth');

  constructor(private readonly refusals: RefusalCounter) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const answer = describe(error, request);
    if (answer.status >= 500 && !isOverload(error)) this.#log.error({ err: error }, 'request failed');
    this.refusals.count(request.routeOptions.url ?? '', answer.body.error);
    sendOAuthError(reply, answer, askedFormat(request));
  }
}

/**
 * A refusal because of overload is not logged: there is nothing to investigate, and a log line for each refusal would make the
 * overload worse.
 */
function isOverload(error: unknown): boolean {
  return error instanceof BodyRefused || (error instanceof AuthError && error.code === 'overloaded');
}

function describe(error: unknown, request: FastifyRequest): OAuthError {
  if (error instanceof AuthError) return toOAuthError(error, request.headers.authorization);
  if (error instanceof BodyRefused) return ofBody(error);
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  if (status === 404) return nothingHere;
  if (status >= 400 && status < 500) return invalidRequest('The request cannot be read');
  return toOAuthError(error, request.headers.authorization);
}

function ofBody(error: BodyRefused): OAuthError {
  const { headers, message } = error;
  if (error.reason !== 'no-room') return { ...invalidRequest(message), headers };
  return { status: error.getStatus(), headers, body: { error: 'temporarily_unavailable', error_description: message } };
}

/** Errors of Fastify contain their own status. */
function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' ? status : 500;
}
