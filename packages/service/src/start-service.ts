import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Logger as NestPinoLogger } from 'nestjs-pino';
import { BodyMemory } from './bodies/body-memory.js';
import { leaveBodiesUnread } from './bodies/unread-body.js';
import { boundHeaders } from './bounded-headers.js';
import type { BuildInfo } from './build-info.js';
import { Connections } from './connections.js';
import { CrossOrigin } from './cross-origin.js';
import { Readiness } from './health/readiness.js';
import { createLog, type Log } from './logging/create-log.js';
import { bootLog } from './logging/nest-log.js';
import { Metrics } from './metrics/metrics.js';
import { addRequestHooks } from './request-hooks.js';
import { newRequestId } from './request-id.js';
import { listenOnSecondLoopback } from './second-loopback.js';
import { ServiceModule } from './service.module.js';
import {
  defaultRequestBounds,
  type RequestBounds,
  type RunningService,
  type ServiceOptions,
} from './service-options.js';
import { strayVariables } from './settings/stray-variables.js';
import { openTracing } from './tracing/open-tracing.js';
import { traceRequests } from './tracing/trace-requests.js';
import type { Tracing } from './tracing/tracing.js';
import { answerUnreadable, unreadable } from './unreadable-request.js';

/**
 * Starts a Nest application on Fastify with logs, health, metrics and bounds, and listens. Then a log line has
 * `"msg":"ready"` and the port. Modules end their own work in `onModuleDestroy`. They close resources of requests in
 * `onApplicationShutdown`, after the last answer.
 * Middleware does not run: use hooks of Fastify for every request. Fastify reads no body: handlers do, after the
 * guards, by `JsonBody`, `BytesBody` or `UnreadBody`.
 *
 * @throws the error that makes the start fail; the process should then end
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { name, env } = options;
  const build = buildOf(options);
  const tracing = await openTracing(env, build, (failure) => tellExport(log.logger, failure));
  const fields = tracing && (() => tracing.fields);
  const log = await createLog({ service: name, level: env.logLevel, format: env.logFormat, fields });
  log.logger.info({ version: build.version, commit: build.commit, node: process.version }, 'starting');
  for (const { name: variable, meant } of strayVariables(options.settings, process.env)) {
    log.logger.warn({ variable, meant }, `${variable} is no setting; probably ${meant} is meant`);
  }
  const bounds = { ...defaultRequestBounds, ...options.bounds };
  const crossOrigin = options.crossOrigin && new CrossOrigin(options.crossOrigin);
  const answer = answerWith(options, crossOrigin);
  const connections = new Connections(bounds, answer);
  const line = { bounds, connections, crossOrigin, answer };
  const application = await createApplication(options, build, line, { log, tracing });
  const metrics = application.get(Metrics);
  metrics.tellBuild(build);
  metrics.countLostLines(log.lostLines);
  try {
    connections.watch(application.getHttpServer());
    await application.listen(env.port, env.host);
    const beside = await listenOnSecondLoopback(application.getHttpServer(), env);
    connections.closeWith(beside);
    application.useLogger(application.get(NestPinoLogger));
    const port = (application.getHttpServer().address() as AddressInfo).port;
    log.logger.info({ host: env.host, port }, 'ready');
    return { application, port, stop: () => stopService(application, connections, options, { log, tracing }) };
  } catch (error) {
    await application.close().catch(() => undefined);
    throw error;
  }
}

/** Log, metrics and traces of a service. */
interface Witnesses {
  readonly log: Log;
  readonly tracing: Tracing | undefined;
}

/** Handlers of connections and requests that run before any route. */
interface Line {
  readonly bounds: RequestBounds;
  readonly connections: Connections;
  readonly crossOrigin: CrossOrigin | undefined;
  readonly answer: AnswerUnreadable;
}

type AnswerUnreadable = NonNullable<ServiceOptions['answerUnreadable']>;

/** Makes the answer to an unreadable request, with headers that let other origins read it. */
function answerWith(
  { answerUnreadable: make = answerUnreadable }: ServiceOptions,
  crossOrigin: CrossOrigin | undefined,
): AnswerUnreadable {
  return (request) => {
    const answer = make(request);
    return { ...answer, headers: { ...answer.headers, ...crossOrigin?.headersFor(request.request) } };
  };
}

function buildOf({ name, version, env }: ServiceOptions): BuildInfo {
  return { service: name, version, ...(env.buildCommit !== undefined && { commit: env.buildCommit }) };
}

async function createApplication(
  options: ServiceOptions,
  build: BuildInfo,
  line: Line,
  { log, tracing }: Witnesses,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({ ...fastifyOptions(options, line), skipMiddie: true });
  const application = await NestFactory.create<NestFastifyApplication>(
    rootModule(ServiceModule.with(log.logger, options.env, build, tracing), options),
    adapter,
    { abortOnError: false, bodyParser: false, logger: bootLog(log.logger) },
  );
  const fastify = adapter.getInstance<FastifyInstance>();
  const quietRoutes = new Set(['/healthz', '/readyz', '/metrics', ...(options.quietRoutes ?? [])]);
  addRequestHooks(fastify, {
    logger: log.logger,
    metrics: application.get(Metrics),
    quietRoutes,
    ...(tracing && { fieldsOf: traceRequests(fastify, tracing, quietRoutes) }),
  });
  line.crossOrigin?.watch(fastify);
  boundHeaders(fastify, (request, reply) => refuseHeaders(request, reply, line.answer));
  await options.configure?.(application);
  const { bodyCallerOf: callerOf = ({ ip }: FastifyRequest) => ip } = options;
  leaveBodiesUnread(fastify, { memory: application.get(BodyMemory), limitBytes: line.bounds.bodyBytes, callerOf });
  return application;
}

function refuseHeaders(request: FastifyRequest, reply: FastifyReply, answer: AnswerUnreadable): void {
  const described = unreadable('headers', request.id, request.raw);
  const { headers = {}, body } = answer(described);
  void reply.code(described.status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function rootModule(service: DynamicModule, { module }: ServiceOptions) {
  @Module({ imports: [service, module] })
  class RootModule {}
  return RootModule;
}

function fastifyOptions(
  options: ServiceOptions,
  { bounds, connections, crossOrigin }: Line,
): FastifyHttpOptions<Server> {
  return {
    genReqId: newRequestId,
    requestIdHeader: false,
    logger: false,
    trustProxy: (_address, hop) => hop < options.env.trustProxy,
    // A request for the server as a whole (RFC 9110 §7.1) is answered like an unknown path, and all hooks run for it.
    rewriteUrl: ({ url = '' }) => (url === '*' ? '/*' : url),
    // `connections` bounds the time of a request's arrival.
    requestTimeout: 0,
    keepAliveTimeout: bounds.keepAliveTimeoutMs,
    http: {
      maxHeaderSize: bounds.headerBytes,
      headersTimeout: bounds.headersTimeoutMs,
      connectionsCheckingInterval: bounds.connectionCheckMs,
    },
    ...(options.answerUnroutable && { frameworkErrors: unroutableHandler(options.answerUnroutable, crossOrigin) }),
    clientErrorHandler: (error, socket) => connections.refuse(error, socket),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ...options.fastify,
  };
}

/** Does the work of the hooks for a request with an unreadable path, because the hooks do not run for it. */
function unroutableHandler(
  answer: NonNullable<ServiceOptions['answerUnroutable']>,
  crossOrigin: CrossOrigin | undefined,
): NonNullable<FastifyHttpOptions<Server>['frameworkErrors']> {
  return (_error, request, reply) => {
    void reply.header('X-Request-Id', request.id);
    if (crossOrigin?.answersPreflight(request, reply) !== true) answer(request, reply);
  };
}

async function stopService(
  application: NestFastifyApplication,
  connections: Connections,
  options: ServiceOptions,
  { log, tracing }: Witnesses,
): Promise<boolean> {
  application.get(Readiness).drain();
  log.logger.info('draining');
  const end = performance.now() + options.env.shutdownTimeoutSeconds * 1_000;
  await sleep(options.env.shutdownDelaySeconds * 1_000);
  connections.close();
  const finished = await withinTime(
    end,
    connections.finished().then(() => application.close()),
  );
  if (!finished) log.logger.warn('not all requests ended in time; they are cut off');
  await tracing?.close();
  log.logger.info('stopped');
  await log.end();
  return finished;
}

function tellExport(logger: Log['logger'], failure: unknown): void {
  if (failure === undefined) logger.info('traces are sent again');
  else logger.warn({ err: failure }, 'traces cannot be sent; calls go on without');
}

async function withinTime(end: number, work: Promise<void>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(Math.max(0, end - performance.now()), false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
