/** Attributes of a span: routes, states, functions, numbers of batches. Never a token, a secret or personal data. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The origin of a trace: the headers of W3C Trace Context. Other headers and invalid values are ignored. */
export interface TraceHeaders {
  readonly traceparent?: string | readonly string[] | undefined;
  readonly tracestate?: string | readonly string[] | undefined;
}

/** A new span. Times are epoch milliseconds. */
export interface NewSpan {
  /** One of a few names. */
  readonly name: string;
  /** Default `internal`. */
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** The parent of the span. Default: the current span. */
  readonly parent?: TraceHeaders;
  /** Default: now. */
  readonly beganAt?: number;
}

/** The end of a span. */
export interface SpanEnd {
  /** The kind of failure: a code or the name of a class. Messages may contain personal data, so they are left out. */
  readonly error?: string;
  /** In epoch milliseconds. Default: now. */
  readonly at?: number;
}

/** Fields that identify a span in log lines. */
export interface TraceFields {
  readonly trace_id?: string;
  readonly span_id?: string;
}

/** A started span. */
export interface OpenSpan {
  readonly fields: TraceFields;
  /** Runs work with this span as the current span. */
  run<Result>(work: () => Result): Result;
  set(attributes: SpanAttributes): void;
  end(end?: SpanEnd): void;
}

/**
 * Port: the spans of one process. It is also the injection token, provided only if traces are sent
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`); inject it as optional.
 */
export abstract class Tracing {
  /**
   * Starts a span, which the caller must end. Only the first spans of a request or an attempt are sent, so that a trace
   * stays readable.
   */
  abstract open(span: NewSpan): OpenSpan;
  /** Whether a span that is opened now would be sent. The value is false outside all spans. */
  abstract get isRecording(): boolean;
  /** The current span as `traceparent` (W3C Trace Context), to be passed on; undefined outside all spans. */
  abstract get traceparent(): string | undefined;
  /** Fields that identify the current span in log lines. */
  abstract get fields(): TraceFields;
  /** Sends finished spans. Gives up soon if they cannot be sent. */
  abstract close(): Promise<void>;
}

/** The name of an error in a span. */
export function errorKind(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'Error';
}
