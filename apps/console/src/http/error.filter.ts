import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import { RightMissing } from '@trading-platform/auth-core/nest';
import { PlatformError } from '@trading-platform/client';
import { isRight, type Right } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import { BodyRefused } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleErrorBody, NamedRight } from '../../wire/index.js';
import { ConsoleError, ofPlatform } from './console-error.js';

/** Answers every error in the console's single error format. */
@Catch()
export class ConsoleErrorFilter implements ExceptionFilter {
  readonly #log = new Logger('console');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const error = toConsoleError(thrown);
    if (error.status >= 500) this.#log.error({ err: thrown }, 'call failed');
    // If a stream fails, its reader notices that the stream breaks off.
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    sendError(request, reply, error);
  }
}

/** A right with the words that people know for it. */
export function namedRight(name: Right): NamedRight {
  return { name, words: rightMeanings[name] };
}

/** Answers with an error. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: ConsoleError): void {
  const { code, message, requestId = request.id, fields, retryAfterSeconds, right } = error;
  const body: ConsoleErrorBody = {
    error: {
      code,
      message,
      requestId,
      fields,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(right === undefined ? {} : { right: namedRight(right) }),
    },
  };
  if (retryAfterSeconds !== undefined) void reply.header('Retry-After', Math.ceil(retryAfterSeconds));
  void reply.code(error.status).header('Cache-Control', 'no-store').type('application/json').send(body);
}

function toConsoleError(thrown: unknown): ConsoleError {
  if (thrown instanceof ConsoleError) return thrown;
  if (thrown instanceof PlatformError) return ofPlatform(thrown);
  if (thrown instanceof AuthError && thrown.code === 'overloaded') {
    return new ConsoleError('unavailable', 'Tokens cannot be verified now', { cause: thrown });
  }
  if (thrown instanceof RightMissing) {
    const right = isRight(thrown.right) ? thrown.right : undefined;
    return new ConsoleError('not-permitted', thrown.message, { right, cause: thrown });
  }
  if (thrown instanceof BodyRefused) return ofBody(thrown);
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  if (status === 404) return new ConsoleError('not-found', 'There is nothing at this path');
  if (status === 413) return new ConsoleError('too-large', 'The body is too large');
  if (status >= 400 && status < 500) return new ConsoleError('wrong-call', 'The call cannot be read', { status });
  return new ConsoleError('internal', 'The console has failed', { cause: thrown });
}

function ofBody(refused: BodyRefused): ConsoleError {
  const { reason, message } = refused;
  const details = { status: refused.getStatus(), cause: refused };
  if (reason === 'too-large') return new ConsoleError('too-large', message, details);
  if (reason !== 'no-room') return new ConsoleError('wrong-call', message, details);
  return new ConsoleError('unavailable', message, { ...details, retryAfterSeconds: 1 });
}

/** Errors that Fastify itself throws have their own HTTP status. */
function statusOf(thrown: unknown): number {
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : 500;
}
