import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type IgnoredFields,
  MemoryTokenStore,
  type Pause,
  type PlatformClient,
  type PlatformClientOptions,
  type StoredTokens,
} from '../src/index.js';
import { aRange, FakePlatform, refusal, send } from '../src/testing/index.js';
import { clientOf, collect } from './a-client.js';

let platform: FakePlatform;
let url: string;

beforeEach(async () => {
  platform = new FakePlatform();
  url = await platform.start();
});

afterEach(() => platform.stop());

const quick = { firstWaitMs: 1, longestWaitMs: 4 };

const aClient = (options: Partial<PlatformClientOptions> = {}) => clientOf(url, options);

/** Requests or resumes a batch, and aborts at its first check. */
function giveUp(batchId?: string) {
  const controller = new AbortController();
  platform.disturbances.push(({ path }) => {
    if (!path.endsWith('/check')) return false;
    controller.abort(new Error('enough'));
    return true;
  });
  const { master } = aClient();
  const { signal } = controller;
  return (batchId === undefined ? master.download({}, { signal }) : master.resume({ batchId }, { signal })).ready;
}

/** Makes the next check report that the batch has failed. */
function failBatch(): void {
  platform.disturbances.push(({ path }, response) => {
    if (!path.endsWith('/check')) return false;
    send(response, 200, {
      ...refusal('E900001', 'batch_id', 'The disk was full.'),
      result: 0,
      batch_flg: '5',
      record_count: '0',
    });
    return true;
  });
}

type Body = ReadableStream<Uint8Array> | null;

/** Adds the buffer of each piece that is read from the body to `pieces`. */
function noting(body: Body, pieces: ArrayBufferLike[]): Body {
  if (body === null) return null;
  const getReader = body.getReader.bind(body) as (...args: unknown[]) => ReadableStreamDefaultReader<Uint8Array>;
  return Object.assign(body, {
    getReader: (...args: unknown[]) => {
      const reader = getReader(...args);
      const read = reader.read.bind(reader);
      return Object.assign(reader, {
        read: async () => {
          const piece = await read();
          if (piece.value !== undefined) pieces.push(piece.value.buffer);
          return piece;
        },
      });
    },
  });
}

describe('download', () => {
  it('requests, waits until the batch is finished, and delivers every record in order', async () => {
    platform.recordCount = 25;
    const download = aClient().master.download({ food_cat_large_code: '10' }, { recordsPerGet: 10 });
    expect(await download.ready).toEqual({ batchId: '7', recordCount: 25, errorCount: 0, changesOnly: false });
    expect(platform.callsTo('/check')).toHaveLength(3);
    expect(await collect(download)).toEqual(aRange(1, 25).map((text) => JSON.parse(text) as unknown));
    expect(platform.callsTo('/get').map(({ body }) => [body.seq_from, body.seq_to])).toEqual([
      ['1', '10'],
      ['11', '20'],
      ['21', '25'],
    ]);
    expect(platform.callsTo('/request')[0]?.body).toEqual({ food_cat_large_code: '10' });
    expect(platform.callsTo('/credentials/access_token')).toHaveLength(1);
  });

  it('delivers the bytes of the records, for programs that only pass them on', async () => {
    const download = aClient().master.download({}, { recordsPerGet: 4 });
    const texts = await collect(download.texts());
    expect(texts.map((text) => Buffer.from(text).toString())).toEqual(aRange(1, 10));
  });

  it('delivers lines, page by page, and counts them as processed when the next page is requested', async () => {
    const download = aClient().master.download({}, { recordsPerGet: 4 });
    const pages: string[] = [];
    for await (const { text, records } of download.lines()) {
      expect(download.position?.seqFrom).toBe(4 * pages.length + 1);
      pages.push(Buffer.from(text).toString());
      expect(pages.at(-1)?.split('\n')).toHaveLength(records + 1);
    }
    expect(pages).toHaveLength(3);
    expect(pages.join('')).toBe(`${aRange(1, 10).join('\n')}\n`);
    expect(download.position?.seqFrom).toBe(11);
  });

  it('does not change delivered records when the memory of their page is reused', async () => {
    platform.recordCount = 40;
    const download = aClient().master.download({}, { recordsPerGet: 4, parallelGets: 3 });
    const parsed = await collect(download);
    const texts = await collect(download.texts());
    expect(texts.map((text) => Buffer.from(text).toString())).toEqual(aRange(1, 40));
    expect(parsed).toEqual(aRange(1, 40).map((text) => JSON.parse(text) as unknown));
  });

  it('has the event loop turn while the records of a page are parsed', async () => {
    let turns = 0;
    const seen: number[] = [];
    for await (const { seq } of aClient().master.download({})) {
      expect(seen.push(turns)).toBe(Number(seq));
      setImmediate(() => turns++);
      const from = performance.now();
      while (performance.now() - from < 1);
    }
    expect(platform.callsTo('/get')).toHaveLength(1);
    expect(seen.at(-1)).toBeGreaterThan(0);
  });

  it.each([
    ['gives the memory of byte streams back at once', 0, (body: Body) => body],
    ['leaves the memory of other streams alone', 1, (body: Body) => body?.pipeThrough(new TransformStream()) ?? null],
  ])('%s', async (_what, leastLength, bodyOf) => {
    const pieces: ArrayBufferLike[] = [];
    const watched: typeof fetch = async (...args) => {
      const { status, headers, body } = await fetch(...args);
      return new Response(noting(bodyOf(body), pieces), { status, headers });
    };
    const records = await collect(aClient({ fetch: watched }).master.download({}));
    expect(records).toEqual(aRange(1, 10).map((text) => JSON.parse(text) as unknown));
    expect(pieces.length).toBeGreaterThan(0);
    expect(pieces.map(({ byteLength }) => Math.min(byteLength, 1))).toEqual(pieces.map(() => leastLength));
  });

  it('continues an earlier batch at an earlier record', async () => {
    const download = aClient().master.resume({ batchId: '3', seqFrom: 9 });
    expect((await collect(download)).map(({ seq }) => seq)).toEqual(['9', '10']);
    expect(platform.callsTo('/request')).toEqual([]);
  });

  it('has nothing to deliver when the batch finished without data', async () => {
    platform.states = ['0'];
    const download = aClient().master.download({});
    expect(await collect(download)).toEqual([]);
    expect(platform.callsTo('/get')).toEqual([]);
  });

  it('holds two pages at most, however slowly they are read', async () => {
    platform.recordCount = 100;
    const download = aClient().master.download({}, { recordsPerGet: 10 });
    for await (const { seq } of download) {
      const onTheWay = platform.callsTo('/get').length;
      expect(onTheWay).toBeLessThanOrEqual(Math.ceil(Number(seq) / 10) + 1);
    }
  });

  it('fetches a page again when the line drops in the middle of it', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/get')) return false;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000 });
      response.write('{"request_id":"r","result":0,"error_list":[],"master":[{"seq":"1"},', () => response.destroy());
      return true;
    });
    const download = aClient().master.download({});
    expect((await collect(download)).map(({ seq }) => Number(seq))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(platform.callsTo('/get')).toHaveLength(2);
    expect(platform.callsTo('/request')).toHaveLength(1);
  });

  it.each([
    ['changed', (records: string) => records.replace('さくら', 'さくう')],
    ['cut short', (records: string) => records.slice(0, records.lastIndexOf(',{"seq"'))],
  ])('fetches a page again when it comes %s, and gives up when this does not change', async (_name, tamper) => {
    const disturb = () =>
      platform.disturbances.push(({ path, body }, response) => {
        if (!path.endsWith('/get')) return false;
        platform.sendRecords(response, Number(body.seq_from), Number(body.seq_to), tamper);
        return true;
      });
    disturb();
    expect(await collect(aClient().master.download({}))).toHaveLength(10);
    for (let attempt = 1; attempt <= 6; attempt++) disturb();
    const download = aClient().master.download({});
    await expect(collect(download)).rejects.toMatchObject({ name: 'PlatformError', code: 'answer-corrupt' });
  });

  it('notices that records are missing although the checksum is right', async () => {
    const download = aClient({ retry: { ...quick, attempts: 2 } }).master.download({});
    await download.ready;
    platform.recordCount = 9;
    await expect(collect(download)).rejects.toMatchObject({
      code: 'answer-corrupt',
      reason: 'The records 1 to 10 were asked for, and 9 came',
    });
  });

  it.each([
    ['4', 'batch-aborted', 'Batch 7 was aborted'],
    ['5', 'batch-failed', 'Batch 8 failed: no reason given'],
  ])('rejects when the batch ends with batch_flg %s', async (state, code, message) => {
    platform.states = [state, state];
    await expect(aClient().master.download({}).ready).rejects.toMatchObject({ code, reason: message });
  });

  it('requests a failed batch once more, unless the caller has set its key', async () => {
    platform.states = ['5'];
    expect(await aClient().master.download({}).ready).toMatchObject({ batchId: '8', recordCount: 10 });
    platform.states = ['5'];
    const kept = aClient().master.download({}, { idempotencyKey: 'mine' });
    await expect(kept.ready).rejects.toMatchObject({ code: 'batch-failed', reason: 'Batch 9 failed: no reason given' });
  });

  it('reports the public reason of a failed batch', async () => {
    failBatch();
    failBatch();
    await expect(aClient().master.download({}).ready).rejects.toMatchObject({
      code: 'batch-failed',
      reason: 'Batch 8 failed: The disk was full.',
      batchId: '8',
      errors: [{ error_code: 'E900001' }],
    });
  });

  it('stops waiting for a batch after the time given', async () => {
    platform.states = Array<string>(1_000).fill('1');
    const download = aClient().master.download({}, { batchTimeoutSeconds: 0.2 });
    await expect(download.ready).rejects.toMatchObject({ code: 'timeout' });
  });

  it('ends with the reason of the signal, wherever it is', async () => {
    platform.recordCount = 100;
    const controller = new AbortController();
    const download = aClient().master.download({}, { recordsPerGet: 10, signal: controller.signal });
    const reading = (async () => {
      for await (const { seq } of download) if (seq === '15') controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    platform.states = Array<string>(1_000).fill('1');
    const waiting = aClient().master.download({}, { signal: AbortSignal.timeout(150) });
    await expect(waiting.ready).rejects.toMatchObject({
      name: 'PlatformError',
      code: 'timeout',
      cause: { name: 'TimeoutError' },
    });
  });

  it('cancels the batch that nobody waits for any more, unless it was requested elsewhere', async () => {
    platform.states = Array<string>(1_000).fill('1');
    const cancelled = () => platform.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    await expect(giveUp('3')).rejects.toThrow('enough');
    expect(cancelled()).toEqual([]);
    await expect(giveUp()).rejects.toThrow('enough');
    expect(cancelled()).toEqual(['/ordApi/order/batches/7']);
  });
});

const period = { target_date_set: '1', target_date_from: '2026-04-01', target_date_to: '2026-04-01' };
const acknowledged = () =>
  platform.callsTo('/delivered').map(({ path, body }) => [path.split('/').at(-2), body.seq_from, body.seq_to]);

/** Answers the next acknowledgements with this status. */
function refuseAcknowledgement(status: number, times = 1): void {
  for (let time = 0; time < times; time++) {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/delivered')) return false;
      send(response, status, refusal(status === 503 ? 'E900002' : 'E000009', '', 'It is gone.'));
      return true;
    });
  }
}

describe('a download of slips', () => {
  it('acknowledges a page when its consumer asks for the record after it', async () => {
    platform.recordCount = 25;
    const download = aClient().trade.download(period, { recordsPerGet: 10 });
    const seen: number[] = [];
    for await (const { seq } of download) {
      seen.push(Number(seq));
      expect(acknowledged()).toEqual(
        [
          ['7', '1', '10'],
          ['7', '11', '20'],
        ].slice(0, Math.floor((seen.length - 1) / 10)),
      );
    }
    expect(seen).toHaveLength(25);
    expect(acknowledged()).toEqual([
      ['7', '1', '10'],
      ['7', '11', '20'],
      ['7', '21', '25'],
    ]);
    expect(platform.callsTo('/get').map(({ headers }) => headers.prefer)).toEqual(
      Array<string>(3).fill('delivery=acknowledged'),
    );
  });

  it.each([1, 9, 10])('acknowledges nothing for a consumer that stops at record %d of the first page', async (last) => {
    const download = aClient().trade.download(period, { recordsPerGet: 10 });
    for await (const { seq } of download) if (seq === String(last)) break;
    expect(acknowledged()).toEqual([]);
  });

  it('leaves the acknowledgement to the caller if the option says so', async () => {
    platform.recordCount = 25;
    const download = aClient().trade.download(period, { recordsPerGet: 10, acknowledge: 'by-caller' });
    await download.acknowledge();
    expect(await collect(download)).toHaveLength(25);
    for await (const { seq } of download) if (seq === '11') break;
    expect(acknowledged()).toEqual([]);
    await download.acknowledge();
    await download.acknowledge();
    expect(acknowledged()).toEqual([['7', '1', '25']]);
  });

  it('acknowledges nothing if the platform does not ask for acknowledgements', async () => {
    platform.disturbances.push(({ path, body }, response) => {
      if (!path.endsWith('/get')) return false;
      platform.sendRecords(response, Number(body.seq_from), Number(body.seq_to), undefined, 'trade');
      return true;
    });
    expect(await collect(aClient().trade.download(period))).toHaveLength(10);
    expect(await collect(aClient().master.download({}))).toHaveLength(10);
    expect(acknowledged()).toEqual([]);
    expect(platform.callsTo('/buy/get').map(({ headers }) => headers.prefer)).toEqual([undefined]);
  });

  it('repeats an acknowledgement, and says clearly when it fails in the end', async () => {
    platform.recordCount = 25;
    refuseAcknowledgement(503, 2);
    refuseAcknowledgement(404);
    const client = aClient();
    const download = client.trade.download(period, { recordsPerGet: 10 });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { seq } of download) seen.push(seq);
    })();
    const unacknowledged = { batchId: '7', seqFrom: 1, seqTo: 10 };
    await expect(reading).rejects.toMatchObject({
      code: 'not-acknowledged',
      reason: 'The records 1 to 10 of batch 7 came, but could not be acknowledged: It is gone. (E000009)',
      unacknowledged,
    });
    expect(seen).toHaveLength(10);
    await client.batches.delivered(unacknowledged);
    const rest = client.trade.resume({ batchId: '7', seqFrom: 11 });
    expect((await collect(rest)).map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 15 }, (_, n) => n + 11));
    expect(acknowledged().slice(-2)).toEqual([
      ['7', '1', '10'],
      ['7', '11', '25'],
    ]);
  });
});

describe('a call', () => {
  it('asks for delivery dates and FC prices with their own requests', async () => {
    const answer = { request_id: 'r', result: 0, error_list: [], details_list: [], item: [] };
    for (const end of ['/delivery/shortest', '/fc/price']) {
      platform.disturbances.push(({ path }, response) => {
        if (!path.endsWith(end)) return false;
        send(response, 200, answer);
        return true;
      });
    }
    const client = aClient();
    const pair = { member_code_self: '10000001', member_code_partner: '90000001' };
    const line = { catalog_id: '1', hope_delivery_date: '2026-12-01' };
    expect(await client.delivery.shortest({ ...pair, details_list: [line] })).toEqual([]);
    expect(await client.fc.price([])).toEqual([]);
    expect(platform.callsTo('/delivery/shortest')[0]?.body).toEqual({ ...pair, details_list: [line] });
    expect(platform.callsTo('/fc/price')[0]?.body).toEqual({ item: [] });
  });

  it('does not make a second batch when the answer to its request is lost', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/request')) return false;
      response.destroy();
      return true;
    });
    const { batchId } = await aClient().master.download({}).ready;
    const keys = platform.callsTo('/request').map(({ headers }) => headers['idempotency-key']);
    expect({ batchId, calls: keys.length, keys: new Set(keys).size }).toEqual({ batchId: '7', calls: 2, keys: 1 });
  });

  it('waits as long as the platform asks', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/request')) return false;
      send(response, 429, refusal('E100003', '', 'Wait.'), { 'retry-after': '1' });
      return true;
    });
    const started = performance.now();
    await aClient().master.download({}).ready;
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_000);
  });

  it('reads the date of Retry-After by the clock of the platform', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/request')) return false;
      const then = Date.now() + 3_600_000;
      const dates = { date: new Date(then).toUTCString(), 'retry-after': new Date(then + 1_000).toUTCString() };
      send(response, 503, refusal('E900002', '', 'Later.'), dates);
      return true;
    });
    expect(await aClient().master.download({}).ready).toMatchObject({ batchId: '7' });
  });

  it.each(['/access_token', '/request', '/check'])('repeats %s when its JSON ends too soon', async (end) => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith(end)) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"request_id":"r","scope":"op');
      return true;
    });
    expect(await aClient().master.download({}).ready).toMatchObject({ batchId: '7' });
    expect(platform.callsTo(end).length).toBeGreaterThan(1);
  });

  it('does not wait longer than it may, and says how long it would take', async () => {
    platform.disturbances.push((_call, response) => {
      send(response, 429, {}, { 'retry-after': '900' });
      return true;
    });
    await expect(aClient().master.download({}).ready).rejects.toMatchObject({
      code: 'too-many-calls',
      status: 429,
      retryAfterSeconds: 900,
    });
  });

  it.each([500, 502, 503, 504])('is repeated after HTTP %d, and gives up in the end', async (status) => {
    const disturb = () =>
      platform.disturbances.push(({ path }, response) => {
        if (!path.endsWith('/request')) return false;
        send(response, status, refusal('E900002', '', 'Later.'));
        return true;
      });
    disturb();
    expect((await aClient().master.download({}).ready).batchId).toBe('7');
    for (let attempt = 1; attempt <= 3; attempt++) disturb();
    const client = aClient({ retry: { ...quick, attempts: 3 } });
    await expect(client.master.download({}).ready).rejects.toMatchObject({
      code: 'unavailable',
      status,
      advice: expect.stringContaining('send the request_id'),
    });
  });

  it('reports which fields of a request the platform has ignored', async () => {
    const ignored: IgnoredFields[] = [];
    const client = aClient({ onIgnoredFields: (fields) => ignored.push(fields) });
    await client.partners.list().toArray();
    platform.ignoredFields = 'colour, details_list[].a%2Cb, 100%';
    await client.partners.list().toArray();
    const address = `${url}/ordApi/order/partner/list`;
    expect(ignored).toEqual([{ address, fields: ['colour', 'details_list[].a,b', '100%'] }]);
  });

  it.each([
    ['bytes', (json: string) => new TextEncoder().encode(json)],
    ['a blob', (json: string) => new Blob([json])],
  ])('sends %s as they are, and again where the same call may help', async (_what, made) => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/request')) return false;
      send(response, 503, refusal('E900002', '', 'Later.'));
      return true;
    });
    const json = '{ "exist_mc" : "1" }';
    expect(await aClient().call('/master/download/buy/request', made(json))).toMatchObject({ batch_id: '7' });
    const sent = platform.callsTo('/request').map(({ headers, body }) => ({ body, length: headers['content-length'] }));
    const asItIs = { body: { exist_mc: '1' }, length: String(json.length) };
    expect(sent).toEqual([asItIs, asItIs]);
  });

  it('lists every defect of a refused request', async () => {
    await expect(aClient().call('/fc/price', {})).rejects.toMatchObject({
      code: 'request-refused',
      status: 400,
      requestId: 'r',
      reason: 'some_field: Send a number. (E000002)',
      errors: [{ error_item: 'some_field', error_code: 'E000002', error_detail: 'Send a number.' }],
    });
    expect(platform.callsTo('/fc/price')).toHaveLength(1);
  });

  it.each([
    [403, 'E100001', 'not-permitted'],
    [401, 'E100002', 'not-authenticated'],
  ])('rejects on HTTP %d', async (status, errorCode, code) => {
    for (let attempt = 1; attempt <= 2; attempt++) {
      platform.disturbances.push(({ path }, response) => {
        if (!path.endsWith('/request')) return false;
        send(response, status, refusal(errorCode, '', 'No.'));
        return true;
      });
    }
    await expect(aClient().master.download({}).ready).rejects.toMatchObject({ code, status });
  });

  it('says so when something else answers at the address', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/request')) return false;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the hotel network</html>');
      return true;
    });
    await expect(aClient().master.download({}).ready).rejects.toMatchObject({ code: 'answer-unexpected' });
  });

  it('is not redirected with its token to somewhere else', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/request')) return false;
      response.writeHead(307, { location: `${url}/elsewhere` }).end();
      return true;
    });
    await expect(aClient().master.download({}).ready).rejects.toMatchObject({ code: 'answer-unexpected' });
    expect(platform.callsTo('/elsewhere')).toEqual([]);
  });

  it.each([
    [
      'at once, if it has never answered',
      false,
      [],
      'Check address, network and firewall, and whether the platform runs.',
    ],
    [
      'after repeats, if it has answered',
      true,
      ['repeat'],
      'Try again later; if it keeps failing, check address and network.',
    ],
  ])('says what is not there when nothing answers: %s', async (_, hasAnswered, expected, advice) => {
    const pauses: string[] = [];
    const onPause = ({ reason }: Pause) => void pauses.push(reason);
    // A server of another test may have answered at the port of this platform.
    const address = hasAnswered ? url : 'http://127.0.0.1:2';
    const client = clientOf(address, { retry: { ...quick, attempts: 2 }, onPause });
    if (hasAnswered) await client.partners.list().toArray();
    await platform.stop();
    await expect(client.master.download({}).ready).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/cannot be reached: .*ECONNREFUSED .*\[http:\/\/127/),
      advice,
    });
    expect(pauses).toEqual(expected);
  });

  it('does not wait for an answer that never comes', async () => {
    for (let attempt = 1; attempt <= 2; attempt++) platform.disturbances.push(({ path }) => path.endsWith('/request'));
    // The short silence is only for the calls that get no answer, not for the login.
    const tokenStore = new MemoryTokenStore();
    await aClient({ tokenStore }).accessToken();
    const client = aClient({ tokenStore, longestSilenceSeconds: 0.2, retry: { ...quick, attempts: 2 } });
    await expect(client.master.download({}).ready).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('nothing came for 1.2 s'),
    });
  });
});

/** Breaks the connection of token requests. */
function away({ path }: { readonly path: string }, response: ServerResponse): boolean {
  if (!path.endsWith('/access_token')) return false;
  send(response, 503, {});
  return true;
}

describe('the token', () => {
  const path = '/fc/price';

  async function calls(client: PlatformClient, count: number): Promise<void> {
    await Promise.allSettled(Array.from({ length: count }, () => client.call(path, {})));
  }

  it('is asked for once by any number of calls at once', async () => {
    await calls(aClient(), 20);
    expect(platform.callsTo('access_token')).toHaveLength(1);
    expect(platform.callsTo(path)).toHaveLength(20);
  });

  it('is reissued before it ends, once, with the refresh token', async () => {
    const client = aClient();
    platform.tokens.accessTokenLifetimeSeconds = 0;
    await calls(client, 1);
    platform.tokens.accessTokenLifetimeSeconds = 300;
    await calls(client, 10);
    expect(platform.callsTo('/idp/oauth2/access_token').map(({ body }) => body)).toEqual([
      { grant_type: 'refresh_token', refresh_token: 'refresh-1', client_id: 'erp', client_secret: 'secret' },
    ]);
    expect(platform.callsTo(path).at(-1)?.headers.authorization).toBe('Bearer access-2');
  });

  it('is replaced once when the data API no longer accepts it', async () => {
    const client = aClient();
    await calls(client, 1);
    platform.tokens.forgetAccessTokens();
    await calls(client, 10);
    expect(platform.callsTo('/idp/oauth2/access_token')).toHaveLength(1);
  });

  it('comes from a new login when the refresh token is no longer good', async () => {
    const client = aClient();
    await calls(client, 1);
    platform.tokens.forgetAccessTokens();
    platform.tokens.forgetGrants();
    await calls(client, 1);
    expect(platform.callsTo('/credentials/access_token')).toHaveLength(2);
  });

  it('is kept in the storage, also for the next run', async () => {
    const tokenStore = new MemoryTokenStore();
    await calls(aClient({ tokenStore }), 1);
    await calls(aClient({ tokenStore, userId: undefined, password: undefined }), 1);
    expect(platform.callsTo('access_token')).toHaveLength(1);
    const stored = (await tokenStore.load()) as StoredTokens;
    expect(stored).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' });
    expect(stored.renewAt).toBeLessThan(stored.accessTokenEndsAt);
  });

  it('is not issued for a wrong password', async () => {
    await expect(aClient({ password: 'wrong' }).call(path, {})).rejects.toMatchObject({
      code: 'login-refused',
      oauthError: 'invalid_grant',
      reason: 'User or password is wrong',
    });
    expect(platform.callsTo('access_token')).toHaveLength(1);
  });

  it('is asked for again when the server had trouble', async () => {
    platform.disturbances.push((_call, response) => {
      send(response, 500, { error: 'server_error' });
      return true;
    });
    await calls(aClient(), 1);
    expect(platform.callsTo('access_token')).toHaveLength(2);
    expect(platform.callsTo(path)).toHaveLength(1);
  });

  it('is requested no more often than any other call if the server does not come back', async () => {
    platform.disturbances.push(...Array.from({ length: 20 }, () => away));
    const client = aClient({ retry: { ...quick, attempts: 3 } });
    await expect(client.master.download({}).ready).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(platform.callsTo('/access_token')).toHaveLength(3);
  });

  it('is not issued without a user and without stored tokens', async () => {
    await expect(aClient({ userId: undefined }).call(path, {})).rejects.toMatchObject({ code: 'login-refused' });
  });

  it('is revoked with a single call, whether it succeeds or not', async () => {
    const tokenStore = new MemoryTokenStore();
    const client = aClient({ tokenStore });
    await calls(client, 1);
    platform.disturbances.push((_call, response) => {
      send(response, 503, {});
      return true;
    });
    await expect(client.revoke()).rejects.toMatchObject({ code: 'unavailable' });
    expect(platform.callsTo('/idp/oauth2/revoke')).toHaveLength(1);
    await client.revoke();
    expect(platform.callsTo('/idp/oauth2/revoke')[1]?.body).toMatchObject({ token: 'refresh-1', client_id: 'erp' });
    expect(await tokenStore.load()).toBeUndefined();
  });
});

const listings = (client: PlatformClient, count: number) =>
  Promise.all(Array.from({ length: count }, () => client.batches.list().toArray()));

const tokenRequests = () => platform.callsTo('/access_token').map(({ body }) => body);

describe('a service account', () => {
  const path = '/fc/price';
  const nightly = {
    clientId: 'nightly',
    clientSecret: 'night-secret',
    userId: undefined,
    password: undefined,
    clientCredentials: true,
  };

  it('asks for one token in its own name, for any number of calls at once', async () => {
    await listings(aClient(nightly), 20);
    expect(platform.callsTo('/idp/oauth2/access_token')).toHaveLength(1);
    expect(tokenRequests()).toEqual([
      { grant_type: 'client_credentials', client_id: 'nightly', client_secret: 'night-secret' },
    ]);
  });

  it('keeps its token until shortly before its end, and then asks anew without a refresh token', async () => {
    const client = aClient(nightly);
    platform.tokens.accessTokenLifetimeSeconds = 0;
    await listings(client, 1);
    platform.tokens.accessTokenLifetimeSeconds = 300;
    await listings(client, 10);
    await listings(client, 10);
    expect(tokenRequests().map(({ grant_type: grant }) => grant)).toEqual(['client_credentials', 'client_credentials']);
  });

  it('asks anew, once, when a token is revoked', async () => {
    const client = aClient(nightly);
    await listings(client, 1);
    platform.tokens.forgetAccessTokens();
    await listings(client, 10);
    expect(tokenRequests()).toHaveLength(2);
    platform.beforeAnswer = async () => platform.tokens.forgetAccessTokens();
    await expect(listings(client, 1)).rejects.toMatchObject({ code: 'not-authenticated', status: 401 });
    expect(tokenRequests()).toHaveLength(3);
  });

  it('uses no tokens of a user, and no user gets its tokens', async () => {
    const tokenStore = new MemoryTokenStore();
    await listings(aClient({ tokenStore }), 1);
    await listings(aClient({ ...nightly, tokenStore }), 1);
    expect(await tokenStore.load()).toMatchObject({ accessToken: 'access-2', refreshToken: '' });
    const withoutLogin = aClient({ tokenStore, userId: undefined, password: undefined });
    await expect(withoutLogin.accessToken()).rejects.toMatchObject({ code: 'login-refused' });
    await listings(aClient({ ...nightly, tokenStore }), 1);
    expect(tokenRequests()).toHaveLength(2);
  });

  it('revokes its access token', async () => {
    const tokenStore = new MemoryTokenStore();
    const client = aClient({ ...nightly, tokenStore });
    await listings(client, 1);
    await client.revoke();
    expect(platform.callsTo('/idp/oauth2/revoke')[0]?.body).toMatchObject({ token: 'access-1', client_id: 'nightly' });
    expect(await tokenStore.load()).toBeUndefined();
  });

  it.each([
    ['no service account', { clientId: 'erp' }, 'unauthorized_client', 'make the client a service account'],
    ['a wrong secret', { clientSecret: 'x' }, 'invalid_client', 'Check client id and client secret'],
  ])('says what helps a client with %s', async (_what, changes, oauthError, advice) => {
    await expect(aClient({ ...nightly, ...changes }).call(path, {})).rejects.toMatchObject({
      code: 'login-refused',
      oauthError,
      advice: expect.stringContaining(advice),
    });
    expect(tokenRequests()).toHaveLength(1);
  });

  it.each([
    ['unsupported_grant_type', 'no service accounts yet'],
    ['invalid_request', 'Check client id'],
  ])('says what helps if the platform answers %s', async (error, advice) => {
    platform.disturbances.push((_call, response) => {
      send(response, 400, { error, error_description: 'no' });
      return true;
    });
    const failure = aClient(nightly).accessToken();
    await expect(failure).rejects.toMatchObject({ oauthError: error, advice: expect.stringContaining(advice) });
  });

  it('is recommended if a client may not sign users in', async () => {
    const { clientId, clientSecret } = nightly;
    await expect(aClient({ clientId, clientSecret }).accessToken()).rejects.toMatchObject({
      oauthError: 'unauthorized_client',
      advice: expect.stringContaining('set clientCredentials and no user'),
    });
  });

  it('has no user', () => {
    expect(() => aClient({ ...nightly, userId: 'tanaka' })).toThrow(
      expect.objectContaining({ code: 'settings-wrong', reason: 'A service account (clientCredentials) has no user' }),
    );
  });
});

it('shows the right that a client lacks', async () => {
  platform.disturbances.push(({ path }, response) => {
    if (!path.endsWith('/request')) return false;
    send(response, 403, refusal('E100001', '', 'The client lacks the right order.'));
    return true;
  });
  const uploading = aClient().orders.upload([]);
  await expect(uploading).rejects.toMatchObject({
    code: 'not-permitted',
    errorCode: 'E100001',
    message: expect.stringContaining('The client lacks the right order. (E100001)'),
    advice:
      'Ask the operator of the platform for the right that the message names, or call with another client or user.',
  });
  expect(platform.callsTo('/request')).toHaveLength(1);
});
