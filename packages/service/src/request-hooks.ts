import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from './metrics/metrics.js';
import { runForRequest } from './request-context.js';

export interface RequestHookOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Routes whose calls are logged at debug. */
  readonly quietRoutes: readonly string[];
}

/**
 * Gives every request its `X-Request-Id`, every line that is logged on its behalf the same `request_id`, and writes one
 * line and one observation when its answer has ended. Query strings are never logged: they may hold secrets.
 */
export function addRequestHooks(fastify: FastifyInstance, options: RequestHookOptions): void {
  const { logger, metrics } = options;
  const quietRoutes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics', ...options.quietRoutes]);

  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    runForRequest(request.id, done);
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '';
    const { method } = request;
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    metrics.requestSeconds.observe({ method, route, status }, ms / 1_000);
    logger[quietRoutes.has(route) ? 'debug' : levelOf(status)](
      {
        request_id: request.id,
        method,
        path: pathOf(request.url),
        status,
        ms: Math.round(ms * 10) / 10,
        ...(reply.raw.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
    done();
  });
}

function levelOf(status: number): 'info' | 'warn' {
  return status >= 500 ? 'warn' : 'info';
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
