import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PinoLogger } from 'nestjs-pino';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import type { Metrics } from './metrics/metrics.js';

type RunInContext = ReturnType<typeof AsyncLocalStorage.snapshot>;

const contexts = new WeakMap<FastifyRequest, RunInContext>();

/** Ids of requests sort by time. */
export function newRequestId(): string {
  return v7();
}

export interface RequestHookOptions {
  readonly logger: Logger;
  readonly contextual: PinoLogger;
  readonly metrics: Metrics;
}

/**
 * Gives every request its `X-Request-Id`, every line that is logged on its behalf the same `request_id`, and writes one
 * line and one observation when its answer has ended. Query strings are never logged: they may hold secrets.
 */
export function addRequestHooks(fastify: FastifyInstance, { logger, contextual, metrics }: RequestHookOptions): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    contextual.runInContext(
      () => {
        contexts.set(request, AsyncLocalStorage.snapshot());
        done();
      },
      { bindings: { request_id: request.id } },
    );
  });

  // Reading a body ends in a callback of the socket, outside of the context that the request began in.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const run = contexts.get(request);
    if (run === undefined) return done();
    run(done);
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '';
    metrics.requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    logger[levelOf(route, reply.statusCode)](
      {
        request_id: request.id,
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(reply.raw.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
    done();
  });
}

const quietRoutes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

function levelOf(route: string, status: number): 'debug' | 'info' | 'warn' {
  if (quietRoutes.has(route)) return 'debug';
  return status >= 500 ? 'warn' : 'info';
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
