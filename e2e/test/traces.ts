import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OtlpReceiver, type ReceivedSpan } from '@trading-platform/service/testing';
import type { ApiCaller } from '../src/api-caller.js';
import { loadDemoMarket } from '../src/demo-market.js';
import { kindOf, Platform } from '../src/platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';

const master = '/master/download/buy';
const caller = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' } as const;
const headers = { traceparent: `00-${caller.trace}-${caller.span}-01`, 'X-Request-Id': 'kitchen-erp:7' };

interface LogLine {
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** Tests that a request with a `traceparent` is traced from the caller to the segments. */
export function describeTraces(database: DatabaseKind): void {
  describe(`a download that is traced, on ${database}`, () => {
    let receiver: OtlpReceiver;
    let platform: Platform;
    let asked: ApiCaller;
    let batchId: string;
    let spans: readonly ReceivedSpan[];

    beforeAll(async () => {
      receiver = await OtlpReceiver.start();
      platform = await Platform.start({
        database,
        settings: {
          OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
          OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
          OTEL_BSP_SCHEDULE_DELAY: '50',
        },
      });
      const { headOffice } = await loadDemoMarket(platform, ['members', 'master'], '30');
      asked = await platform.caller(headOffice);
      const answer = await asked.call<{ batch_id: string }>(`${master}/request`, {}, { headers });
      batchId = answer.body.batch_id;
      await asked.waitForEnd(master, batchId);
      await receiver.until(() => of('worker', 'produce master') !== undefined && of('api', 'POST') !== undefined);
      spans = receiver.spans.filter(({ traceId }) => traceId === caller.trace);
    });

    afterAll(async () => {
      await platform.stop();
      await receiver.stop();
    });

    const ofTrace = (service: string) =>
      receiver.spans.filter((span) => span.traceId === caller.trace && span.service === service);

    const of = (service: string, name: string) => ofTrace(service).find((span) => span.name.startsWith(name));

    /** Returns the names of the spans from the given span up to the caller. */
    function pathOf(span: ReceivedSpan | undefined): readonly string[] {
      if (span === undefined) return [];
      if (span.parentSpanId === caller.span) return [span.name, 'caller'];
      return [span.name, ...pathOf(spans.find(({ spanId }) => spanId === span.parentSpanId))];
    }

    /** Waits for a line in a service's log. Services write their log lines with a short delay. */
    async function lineOf(service: 'api' | 'worker', isMeant: (line: LogLine) => boolean): Promise<LogLine> {
      for (;;) {
        const { lines } = platform.service(service);
        const found = lines
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as LogLine)
          .find(isMeant);
        if (found !== undefined) return found;
        await sleep(20);
      }
    }

    it('is one trace, from the caller through the request and the attempt to the segments', () => {
      const request = `POST /ordApi/order${master}/request`;
      expect(pathOf(of('worker', 'write'))).toEqual(['write', 'produce master', request, 'caller']);
      expect(pathOf(of('worker', 'compress'))).toEqual(['compress', 'produce master', request, 'caller']);
      expect(pathOf(of('worker', 'read'))).toEqual(['read', 'produce master', request, 'caller']);
      expect(pathOf(of('worker', 'wait'))).toEqual(['wait', request, 'caller']);
      expect(of('worker', 'produce master')?.attributes).toMatchObject({
        'trading_platform.batch.id': batchId,
        'trading_platform.batch.function': 'master',
        'trading_platform.batch.attempt': 1,
        'trading_platform.batch.result': 'finished',
        'trading_platform.batch.compress_ms': expect.any(Number),
      });
    });

    it('has the statements of the database', () => {
      const statements = spans.filter(({ attributes }) => 'db.system.name' in attributes);
      const systems = new Set(statements.map(({ attributes }) => attributes['db.system.name']));
      expect([...systems]).toEqual([kindOf({ database }) === 'postgres' ? 'postgresql' : 'sqlite']);
      const inserted = statements.find(({ name }) => name === 'INSERT batch');
      expect(inserted).toMatchObject({ service: 'api', kind: 3, attributes: { 'db.namespace': 'batch' } });
      expect(pathOf(inserted).at(-1)).toBe('caller');
      const read = statements.filter(({ attributes }) => attributes['db.namespace'] === 'ordering');
      expect(read.map(({ service }) => service)).toContain('worker');
    });

    it('contains no members, clients, users, tokens or values', async () => {
      const { clientId, clientSecret, userId, password } = asked.credentials;
      const secrets = [clientId, clientSecret, userId, password, await asked.token(), headers['X-Request-Id']];
      const memberCode = userId.replace('user-', '');
      const text = JSON.stringify(receiver.spans.map(({ name, attributes }) => [name, attributes]));
      expect([...secrets, memberCode].filter((secret) => text.includes(secret))).toEqual([]);
      const names = new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)));
      expect([...names].filter((name) => !known.has(name))).toEqual([]);
    });

    it('is named in the log lines of its request and its batch', async () => {
      const request = of('api', 'POST');
      const requestLine = await lineOf(
        'api',
        ({ msg, ...fields }) => msg === 'request' && fields['caller_request_id'] === 'kitchen-erp:7',
      );
      expect(requestLine).toMatchObject({ msg: 'request', trace_id: caller.trace, span_id: request?.spanId });
      expect(requestLine).toMatchObject({ request_id: request?.attributes['trading_platform.request.id'] });
      const produced = await lineOf('worker', ({ msg }) => msg === 'Batch produced');
      expect(produced).toMatchObject({ trace_id: caller.trace, span_id: of('worker', 'produce master')?.spanId });
    });

    it('has the last spans of a service that stops', async () => {
      const again = { traceparent: `00-${caller.trace.replace('4b', '5c')}-${caller.span}-01` };
      await asked.call(`${master}/check`, { batch_id: batchId }, { headers: again });
      expect(await platform.service('api').end('SIGTERM')).toBe(0);
      const last = receiver.spans.find(({ traceId, kind }) => traceId.startsWith('5c') && kind === 2);
      expect(last?.attributes['http.response.status_code']).toBe(200);
      await platform.startService('api');
    });
  });
}

/** All attributes. An attribute may be added here only if it contains neither personal data nor secrets. */
const known: ReadonlySet<string> = new Set([
  'db.collection.name',
  'db.namespace',
  'db.operation.name',
  'db.query.summary',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'trading_platform.batch.attempt',
  'trading_platform.batch.compress_ms',
  'trading_platform.batch.function',
  'trading_platform.batch.id',
  'trading_platform.batch.read_ms',
  'trading_platform.batch.records',
  'trading_platform.batch.result',
  'trading_platform.batch.stored_bytes',
  'trading_platform.batch.write_ms',
  'trading_platform.part.number',
  'trading_platform.request.id',
  'url.scheme',
]);
