import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { answeredStatus } from './answered-status.js';
import type { Metrics } from './metrics/metrics.js';
import { type RequestFields, runForRequest } from './request-context.js';
import { callerRequestId } from './request-id.js';

export interface RequestHookOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Routes whose calls are logged at level debug. */
  readonly quietRoutes: ReadonlySet<string>;
  /** Further fields of a request's line. */
  readonly fieldsOf?: (request: FastifyRequest) => object;
}

/**
 * Gives every request an `X-Request-Id`. All its log lines have this `request_id` and the caller's own id. Each request
 * ends with one log line and one metric observation, even if its client disconnects. Query strings are never logged,
 * because they may contain secrets.
 */
export function addRequestHooks(fastify: FastifyInstance, options: RequestHookOptions): void {
  const { logger, metrics, quietRoutes } = options;

  const report = (request: FastifyRequest, { raw }: FastifyReply, fields: RequestFields, ms: number) => {
    const route = request.routeOptions.url ?? '';
    const { method } = request;
    const status = answeredStatus(raw);
    metrics.requestSeconds.observe({ method, route, status }, ms / 1_000);
    logger[quietRoutes.has(route) ? 'debug' : levelOf(status)](
      {
        ...fields,
        ...options.fieldsOf?.(request),
        method,
        path: pathOf(request.url),
        status,
        ms: Math.round(ms * 10) / 10,
        ...(raw.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  };

  fastify.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    // This is not in `onResponse`, because Fastify runs that hook only for a complete answer.
    const fields = fieldsOf(request);
    reply.raw.on('close', () => report(request, reply, fields, performance.now() - startedAt));
    reply.header('X-Request-Id', request.id);
    runForRequest(fields, done);
  });
}

function fieldsOf({ id, headers }: FastifyRequest): RequestFields {
  const ofCaller = callerRequestId(headers['x-request-id']);
  return ofCaller === undefined ? { request_id: id } : { request_id: id, caller_request_id: ofCaller };
}

function levelOf(status: number): 'info' | 'warn' {
  return status >= 500 ? 'warn' : 'info';
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
