import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  createContextKey,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { BuildInfo } from '../build-info.js';
import { samplerOf } from './sampler.js';
import { toldExporter } from './told-exporter.js';
import {
  type NewSpan,
  type OpenSpan,
  type SpanAttributes,
  type SpanEnd,
  type TraceFields,
  type TraceHeaders,
  Tracing,
} from './tracing.js';
import type { TracingOptions } from './tracing-options.js';

/** The maximum number of spans within a request or an attempt. Further spans are left out. */
const spansWithin = 200;

/** The number of spans left for one request or attempt. */
interface Room {
  left: number;
}

const roomKey = createContextKey('room for spans');

/** A service that ends waits this long until its last spans are sent. */
const lastSpansMs = 2_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** Loaded on demand, because a process uses only one of them. */
const exporters = {
  'http/protobuf': async () => (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter,
  'http/json': async () => (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter,
} as const satisfies Record<string, () => Promise<new (options: { url: string }) => SpanExporter>>;

/**
 * Spans by the SDK of OpenTelemetry. It registers nothing globally, so several services in one process stay separate.
 */
export class OtelTracing extends Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #contexts = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  private constructor(provider: TracerProvider) {
    super();
    this.#provider = provider;
    this.#tracer = provider.getTracer('trading-platform');
  }

  static async start(options: TracingOptions): Promise<OtelTracing> {
    const { otlpTracesAddress: url, otlpProtocol, spanDelayMs, build, onExport } = options;
    const Exporter = await exporters[otlpProtocol]();
    const exporter = toldExporter(new Exporter({ url }), onExport);
    const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: spanDelayMs });
    return new OtelTracing(
      new TracerProvider({ resource: resourceOf(build), sampler: samplerOf(options), spanProcessors: [processor] }),
    );
  }

  open({ name, kind = 'internal', attributes, parent, beganAt }: NewSpan): OpenSpan {
    const context = parent === undefined ? this.#context : this.#enter(parent);
    if (roomIn(context) === 0) return nowhere;
    takeRoom(context);
    const options = {
      kind: kinds[kind],
      ...(attributes === undefined ? {} : { attributes }),
      ...(beganAt === undefined ? {} : { startTime: beganAt }),
    };
    return new OtelSpan(this.#contexts, context, this.#tracer.startSpan(name, options, context));
  }

  get isRecording(): boolean {
    const context = this.#context;
    return roomIn(context) > 0 && trace.getSpan(context)?.isRecording() === true;
  }

  get traceparent(): string | undefined {
    const headers: Record<string, string> = {};
    this.#propagator.inject(this.#context, headers, defaultTextMapSetter);
    return headers['traceparent'];
  }

  get fields(): TraceFields {
    return fieldsOf(trace.getSpan(this.#context));
  }

  async close(): Promise<void> {
    const timer = new AbortController();
    const late = sleep(lastSpansMs, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([this.#provider.shutdown().catch(() => undefined), late]);
    timer.abort();
  }

  get #context(): Context {
    return this.#contexts.getStore() ?? ROOT_CONTEXT;
  }

  #enter(parent: TraceHeaders): Context {
    const room: Room = { left: spansWithin + 1 };
    return this.#propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter).setValue(roomKey, room);
  }
}

function roomIn(context: Context): number {
  return (context.getValue(roomKey) as Room | undefined)?.left ?? Number.POSITIVE_INFINITY;
}

function takeRoom(context: Context): void {
  const room = context.getValue(roomKey) as Room | undefined;
  if (room !== undefined) room.left--;
}

/** Replaces a span that is left out. Its work counts for the enclosing span. */
const nowhere: OpenSpan = {
  fields: {},
  run: (work) => work(),
  set: () => undefined,
  end: () => undefined,
};

class OtelSpan implements OpenSpan {
  readonly #contexts: AsyncLocalStorage<Context>;
  readonly #context: Context;
  readonly #span: Span;

  constructor(contexts: AsyncLocalStorage<Context>, parent: Context, span: Span) {
    this.#contexts = contexts;
    this.#context = trace.setSpan(parent, span);
    this.#span = span;
  }

  get fields(): TraceFields {
    return fieldsOf(this.#span);
  }

  run<Result>(work: () => Result): Result {
    return this.#contexts.run(this.#context, work);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  end({ error, at }: SpanEnd = {}): void {
    if (error !== undefined) {
      this.#span.setAttribute('error.type', error);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end(at);
  }
}

function fieldsOf(span: Span | undefined): TraceFields {
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` override it. */
function resourceOf({ service, version, commit }: BuildInfo) {
  const own = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'trading-platform',
    'service.version': version,
    'service.instance.id': randomUUID(),
    ...(commit === undefined ? {} : { 'vcs.ref.head.revision': commit }),
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}
