/** What a span says. Never a token, a secret or anything about a person: routes, states, functions, numbers of batches. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Where a trace comes from: the headers of W3C Trace Context. Others are passed over, as are invalid ones. */
export interface TraceHeaders {
  readonly traceparent?: string | readonly string[] | undefined;
  readonly tracestate?: string | readonly string[] | undefined;
}

/** A span that begins. Times are epoch milliseconds. */
export interface NewSpan {
  /** One of few. */
  readonly name: string;
  /** Default `internal`. */
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** What it belongs to. Default: the current span. */
  readonly parent?: TraceHeaders;
  /** Default: now. */
  readonly beganAt?: number;
}

/** How a span ends. */
export interface SpanEnd {
  /** The kind of failure: a code or the name of a class. Messages may tell of persons, and are left out. */
  readonly error?: string;
  /** In epoch milliseconds. Default: now. */
  readonly at?: number;
}

/** What names a span in log lines. */
export interface TraceFields {
  readonly trace_id?: string;
  readonly span_id?: string;
}

/** A span that has begun. */
export interface OpenSpan {
  readonly fields: TraceFields;
  /** Runs work in which this is the current span. */
  run<Result>(work: () => Result): Result;
  set(attributes: SpanAttributes): void;
  end(end?: SpanEnd): void;
}

/**
 * Port: spans of one process. It is an injection token, provided only where traces are sent (`OTEL_EXPORTER_OTLP_ENDPOINT`); inject it
 * as optional.
 */
export abstract class Tracing {
  /**
   * Begins a span. Whoever opens it ends it. Of what belongs to one request or one attempt, only the first spans are sent, so that
   * a trace stays readable however much is done.
   */
  abstract open(span: NewSpan): OpenSpan;
  /** Whether a span that is opened now would be sent. Outside of all spans it is false. */
  abstract get isRecording(): boolean;
  /** The current span as `traceparent` (W3C Trace Context), to be passed on; nothing outside of all spans. */
  abstract get traceparent(): string | undefined;
  /** Names the current span in log lines. */
  abstract get fields(): TraceFields;
  /** Sends what has ended. Gives up soon if it cannot be sent. */
  abstract close(): Promise<void>;
}

/** What an error is called in a span. */
export function errorKind(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'Error';
}
