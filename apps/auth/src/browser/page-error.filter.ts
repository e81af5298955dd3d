import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Logger } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import { isUnavailable, unavailableForSeconds } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../env.js';
import { BrowserPages } from './browser-pages.js';
import { readVisit } from './read-visit.js';

/** Explains errors on a page to the person who uses the browser. */
@Catch()
export class PageErrorFilter implements ExceptionFilter {
  readonly #log = new Logger('auth');

  constructor(
    private readonly pages: BrowserPages,
    @Inject(ENV) private readonly env: Env,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const visit = readVisit(this.env, request, host.switchToHttp().getResponse<FastifyReply>());
    if (error instanceof AuthError && error.code === 'invalid_request') {
      this.pages.showProblem(visit, 'request-invalid');
      return;
    }
    this.#log.error({ err: error }, 'page failed');
    if (isUnavailable(error)) {
      void visit.reply.header('Retry-After', unavailableForSeconds);
      this.pages.showProblem(visit, 'unavailable', 503);
    } else {
      this.pages.showProblem(visit, 'internal', 500);
    }
  }
}
