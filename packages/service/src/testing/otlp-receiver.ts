import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type AttributeValue = string | number | boolean;

/** A received span. */
export interface ReceivedSpan {
  /** The service in its resource. */
  readonly service: AttributeValue | undefined;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly startNanos: bigint;
  readonly endNanos: bigint;
  /** Whether its status is an error. */
  readonly failed: boolean;
}

interface JsonAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string; readonly boolValue?: boolean };
}

interface JsonSpan extends Pick<ReceivedSpan, 'traceId' | 'spanId' | 'name' | 'kind'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly JsonAttribute[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
}

interface JsonRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly JsonAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly JsonSpan[] }[];
  }[];
}

const failedCode = 2;

/** Receives traces by OTLP over HTTP, like a collector. Traces in JSON can be read as spans. */
export class OtlpReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  readonly #server: Server;
  readonly #spans: ReceivedSpan[] = [];
  readonly #bodies: { readonly type: string | undefined; readonly bytes: Buffer }[] = [];
  #answers = true;
  #onRequest: (() => void) | undefined;

  #unanswered = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new OtlpReceiver(server);
    server.on('request', (request: IncomingMessage, answer) => {
      receiver.#unanswered++;
      answer.once('close', () => receiver.#unanswered--);
      void receiver.#take(request).then(() => receiver.#answers && answer.end('{}'));
    });
    return receiver;
  }

  /** All spans received as JSON until now. */
  get spans(): readonly ReceivedSpan[] {
    return this.#spans;
  }

  /** All received requests, unchanged. */
  get bodies(): readonly { readonly type: string | undefined; readonly bytes: Buffer }[] {
    return this.#bodies;
  }

  /** Number of requests whose senders wait for an answer. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Reads requests from now on, but never answers. */
  fallSilent(): void {
    this.#answers = false;
  }

  /** Resolves when the condition is true; it is checked after each request. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.#onRequest = resolve;
      });
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage): Promise<void> {
    const { headers, url } = request;
    const bytes = await buffer(request);
    const type = headers['content-type'];
    if (url !== '/v1/traces') throw new Error(`Traces were sent to ${url}`);
    this.#bodies.push({ type, bytes });
    if (type === 'application/json') this.#spans.push(...readSpans(JSON.parse(bytes.toString()) as JsonRequest));
    this.#onRequest?.();
  }
}

function readSpans({ resourceSpans }: JsonRequest): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = readAttributes(resource.attributes)['service.name'];
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => readSpan(service, span)));
  });
}

function readSpan(service: AttributeValue | undefined, span: JsonSpan): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, kind, attributes, status } = span;
  return {
    service,
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    attributes: readAttributes(attributes),
    startNanos: BigInt(span.startTimeUnixNano),
    endNanos: BigInt(span.endTimeUnixNano),
    failed: status.code === failedCode,
  };
}

function readAttributes(attributes: readonly JsonAttribute[]): Readonly<Record<string, AttributeValue>> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  );
}
