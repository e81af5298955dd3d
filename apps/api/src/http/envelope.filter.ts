import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import type { ApiRefusal } from './api-refusal.js';
import { refusalEnvelope } from './envelope.js';
import { RefusalCounter } from './refusal-counter.js';
import { toRefusal } from './to-refusal.js';
import { type Wording, wordingFor } from './wording.js';

/** Turns every error into an answer that consists only of an envelope (Spec 2.2, 7). */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(
    private readonly logger: PinoLogger,
    private readonly refusals: RefusalCounter,
  ) {}

  catch(error: unknown, host: ArgumentsHost): Promise<void> {
    return this.answer(toRefusal(error), host);
  }

  protected async answer(refusal: ApiRefusal, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    this.refusals.count(refusal);
    this.#report(refusal);
    if (reply.raw.writableEnded) return;
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    await reply
      .code(refusal.status)
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .send(bodyOf(request.id, refusal, wordingFor({ request, reply })));
  }

  /**
   * Logs failures of the service itself. Callers get only the error code of such a failure. The log contains its cause, with the
   * `request_id` of the answer.
   */
  #report(refusal: ApiRefusal): void {
    const code = refusal.errors[0]?.error_code;
    if (code !== errorCode.internal && code !== errorCode.unavailable) return;
    this.logger.error({ err: refusal.cause, code }, 'a call failed');
  }
}

function bodyOf(requestId: string, { errors, errorList }: ApiRefusal, wording: Wording | undefined): string | Buffer {
  const envelope = JSON.stringify(refusalEnvelope(requestId, wording?.errors(errors) ?? errors));
  if (errorList === undefined) return envelope;
  return Buffer.concat([Buffer.from(envelope.slice(0, -'[]}'.length)), errorList, Buffer.from('}')]);
}
