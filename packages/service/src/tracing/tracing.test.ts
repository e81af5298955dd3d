import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Inject, Module, Optional, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { RunningService } from '../service-options.js';
import { type Environment, readSettings, serviceSettings } from '../settings/index.js';
import { startService } from '../start-service.js';
import { OtlpReceiver, type ReceivedSpan } from '../testing/index.js';
import { Tracing } from './tracing.js';

@Controller()
class WorkController {
  constructor(@Optional() @Inject(Tracing) private readonly tracing: Tracing | undefined) {}

  @Get('work/:id')
  async work() {
    const span = this.tracing?.open({ name: 'inner', attributes: { 'trading_platform.batch.function': 'master' } });
    await span?.run(async () => {
      await Promise.resolve();
      this.tracing?.open({ name: 'innermost' }).end({ error: 'SQLITE_BUSY' });
    });
    span?.end();
    return { traceparent: this.tracing?.traceparent };
  }

  @Get('much')
  much() {
    for (let n = 0; n < 300; n++) this.tracing?.open({ name: 'one of many' }).end();
    return { isRecording: this.tracing?.isRecording };
  }

  @Get('broken')
  broken(@Res() reply: FastifyReply) {
    void reply.code(503).send({});
  }
}

@Module({ controllers: [WorkController] })
class TestModule {}

const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' } as const;
const serverKind = 2;
const callersTrace = `00-${caller.trace}-${caller.span}-01`;

let receiver: OtlpReceiver;
let service: RunningService | undefined;

/** A short timeout of the exporter, so that nothing runs long after the last test. */
beforeAll(() => {
  process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] = '6000';
});

afterAll(() => {
  delete process.env['OTEL_EXPORTER_OTLP_TIMEOUT'];
});

beforeEach(async () => {
  receiver = await OtlpReceiver.start();
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
  await receiver.stop();
});

/** Returns the address of a service that sends its traces to the receiver, unless settings override that. */
async function start(settings: Environment = {}): Promise<string> {
  const environment = {
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '10',
    ...settings,
  };
  service = await startService({
    name: 'test',
    version: '1.2.3',
    module: TestModule,
    env: { ...readSettings(serviceSettings, environment), port: 0 },
    settings: serviceSettings,
  });
  return `http://127.0.0.1:${service.port}`;
}

const call = (address: string, path: string, traceparent?: string) =>
  fetch(`${address}/${path}`, { headers: traceparent === undefined ? {} : { traceparent } });

/**
 * The spans of all calls until now.
 *
 * @param requests how many requests have a span; it is the last of their spans
 */
async function spansAtEnd(requests = 1): Promise<readonly ReceivedSpan[]> {
  await receiver.until(() => receiver.spans.filter(({ kind }) => kind === serverKind).length >= requests);
  await service?.stop();
  service = undefined;
  return receiver.spans;
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.find((span) => span.name === name);

describe('traces', () => {
  it('continue the trace of the caller, with spans for the request and for the work in it', async () => {
    const address = await start();
    const answer = await call(address, 'work/7?secret=1', callersTrace);
    const spans = await spansAtEnd();
    expect(spans.map(({ traceId, service: of }) => [traceId, of])).toEqual(spans.map(() => [caller.trace, 'test']));
    const [request, inner, innermost] = ['GET /work/:id', 'inner', 'innermost'].map((name) => named(spans, name));
    expect([request?.parentSpanId, inner?.parentSpanId, innermost?.parentSpanId]).toEqual([
      caller.span,
      request?.spanId,
      inner?.spanId,
    ]);
    expect(request).toMatchObject({ kind: serverKind, failed: false });
    expect(request?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/work/:id',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'trading_platform.request.id': answer.headers.get('x-request-id'),
    });
    expect(innermost).toMatchObject({ failed: true, attributes: { 'error.type': 'SQLITE_BUSY' } });
    expect(await answer.json()).toEqual({ traceparent: `00-${caller.trace}-${request?.spanId}-01` });
  });

  it('are also sent as protobuf, which is the default', async () => {
    const address = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: '' });
    await call(address, 'work/7', callersTrace);
    const sent = () => Buffer.concat(receiver.bodies.map(({ bytes }) => bytes));
    await receiver.until(() => sent().includes('GET /work/:id'));
    expect(sent().includes(Buffer.from(caller.trace, 'hex'))).toBe(true);
    expect(new Set(receiver.bodies.map(({ type }) => type))).toEqual(new Set(['application/x-protobuf']));
  });

  it('are sent when the service stops', async () => {
    let tookMs: number;
    do {
      const address = await start({ OTEL_BSP_SCHEDULE_DELAY: '600000' });
      await call(address, 'work/7');
      const begun = performance.now();
      await service?.stop();
      service = undefined;
      tookMs = performance.now() - begun;
      // A service waits only two seconds for the last spans.
    } while (receiver.spans.length === 0 && tookMs > 1_900);
    expect(named(receiver.spans, 'GET /work/:id')).toBeDefined();
  });

  it.each([
    ['of zeros', `00-${'0'.repeat(32)}-${caller.span}-01`],
    ['with a span of zeros', `00-${caller.trace}-${'0'.repeat(16)}-01`],
    ['with the version that is forbidden', `ff-${caller.trace}-${caller.span}-01`],
    ['in capitals', callersTrace.toUpperCase()],
    ['too short', callersTrace.slice(0, -3)],
    ['with more parts than its version has', `${callersTrace}-00`],
    ['of two values, as when it is sent twice', `${callersTrace}, ${callersTrace}`],
    ['of nothing', ''],
  ])('begin anew if the traceparent is invalid: %s', async (_why, traceparent) => {
    const address = await start();
    await call(address, 'work/7', traceparent);
    const request = named(await spansAtEnd(), 'GET /work/:id');
    expect(request?.traceId).toMatch(/^(?!0{32})[\da-f]{32}$/);
    expect(request?.traceId).not.toBe(caller.trace);
    expect(request?.parentSpanId ?? '').toBe('');
  });

  it('have a limited number of spans for each request', async () => {
    const address = await start();
    await call(address, 'much', callersTrace);
    await call(address, 'work/7', callersTrace);
    const spans = await spansAtEnd(2);
    expect(spans.filter(({ name }) => name === 'one of many')).toHaveLength(200);
    expect(named(spans, 'innermost')).toBeDefined();
  });

  it('have no spans for calls that come all the time', async () => {
    const address = await start();
    for (const path of ['healthz', 'readyz', 'metrics']) await call(address, path, callersTrace);
    await call(address, 'broken', callersTrace);
    const spans = await spansAtEnd();
    expect(spans.map(({ name, failed }) => [name, failed])).toEqual([['GET /broken', true]]);
  });

  it.each([
    ['by the caller', {}, callersTrace.replace(/01$/, '00')],
    ['by always_off, even if the caller wants traces', { OTEL_TRACES_SAMPLER: 'always_off' }, callersTrace],
    ['by parentbased_always_off, if there is no caller', { OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, undefined],
    ['by a ratio of nothing', { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, callersTrace],
    ['by OTEL_SDK_DISABLED', { OTEL_SDK_DISABLED: 'true' }, callersTrace],
  ])('can be switched off %s', async (_how, settings, traceparent) => {
    const address = await start(settings);
    await call(address, 'work/7', traceparent);
    await spansAtEnd(0);
    expect(receiver.bodies).toEqual([]);
  });

  it('can be switched on even if the caller wants none', async () => {
    const address = await start({ OTEL_TRACES_SAMPLER: 'always_on' });
    await call(address, 'work/7', callersTrace.replace(/01$/, '00'));
    expect(named(await spansAtEnd(), 'inner')).toMatchObject({ traceId: caller.trace });
  });

  it('delay neither calls nor the end if nobody receives them', async () => {
    await receiver.stop();
    const address = await start();
    expect((await call(address, 'work/7', callersTrace)).status).toBe(200);
    expect(await service?.stop()).toBe(true);
    service = undefined;
    receiver = await OtlpReceiver.start();
  });

  it('delay the end only for a moment if they are received and never answered', async () => {
    receiver.fallSilent();
    let tookMs: number;
    do {
      const begun = performance.now();
      const received = receiver.spans.length;
      const address = await start();
      expect((await call(address, 'work/7', callersTrace)).status).toBe(200);
      await receiver.until(() => receiver.spans.length > received);
      expect((await call(address, 'work/8', callersTrace)).status).toBe(200);
      expect(await service?.stop()).toBe(true);
      service = undefined;
      tookMs = performance.now() - begun;
      // The exporter gives up after 6 seconds.
    } while (receiver.unanswered === 0 && tookMs > 5_500);
    expect(receiver.unanswered).toBeGreaterThan(0);
  });

  it('do not begin with an invalid address, an unknown sampler or an unknown protocol', () => {
    const wrong = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    for (const name of Object.keys(wrong)) {
      expect(() => readSettings(serviceSettings, wrong)).toThrow(new RegExp(`${name} must be`));
    }
  });
});
