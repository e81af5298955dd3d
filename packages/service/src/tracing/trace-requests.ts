import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answeredStatus } from '../answered-status.js';
import type { OpenSpan, TraceFields, Tracing } from './tracing.js';

/** Methods that keep their name in traces (OpenTelemetry, semantic conventions for HTTP). */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
]);

/**
 * Makes a span for each request, in the trace of its `traceparent` (W3C Trace Context). All work of the request is in
 * this span. Paths and queries are left out, because they may contain secrets; the route is enough.
 *
 * @param untracedRoutes routes whose calls make no spans
 * @returns a function for the log fields of a request's span
 */
export function traceRequests(
  fastify: FastifyInstance,
  tracing: Tracing,
  untracedRoutes: ReadonlySet<string>,
): (request: FastifyRequest) => TraceFields {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (untracedRoutes.has(request.routeOptions.url ?? '')) {
      done();
      return;
    }
    const span = openRequest(tracing, request);
    spans.set(request, span);
    reply.raw.on('close', () => endRequest(span, reply));
    span.run(done);
  });
  return (request) => spans.get(request)?.fields ?? {};
}

function openRequest(
  tracing: Tracing,
  { id, method, headers, protocol, routeOptions: { url } }: FastifyRequest,
): OpenSpan {
  const known = knownMethods.has(method) ? method : '_OTHER';
  const shown = known === method ? method : 'HTTP';
  return tracing.open({
    name: url === undefined ? shown : `${shown} ${url}`,
    kind: 'server',
    parent: { traceparent: headers['traceparent'], tracestate: headers['tracestate'] },
    attributes: {
      'http.request.method': known,
      'url.scheme': protocol,
      'trading_platform.request.id': id,
      ...(url === undefined ? {} : { 'http.route': url }),
    },
  });
}

function endRequest(span: OpenSpan, { raw }: FastifyReply): void {
  const status = answeredStatus(raw);
  span.set({ 'http.response.status_code': status });
  span.end(status >= 500 ? { error: String(status) } : {});
}
