import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BatchFailure, type NewSegment, type SegmentOwner } from '../src/index.js';
import { openS3Segments, type S3SegmentOptions, type S3SegmentStore } from '../src/s3/index.js';
import { describeSegmentStore } from '../src/testing/index.js';
import { until } from './a-download.js';
import { type Fault, FaultyProxy, type SeenRequest } from './faulty-proxy.js';
import { S3Server, serverKeys } from './s3-server.js';

const dayMs = 86_400_000;
const requestedAt = Date.UTC(2026, 3, 1);
const requestedDay = requestedAt / dayMs;
const identity = '1f0c9a3e-5b1d-4d0e-9a51-6f2f6f1c7a10';

describe('segments in a bucket', () => {
  let server: S3Server;
  let proxy: FaultyProxy;
  let prefixes = 0;
  /** The batches that exist, or undefined if all batches exist. */
  let existing: readonly number[] | undefined;
  const opened: S3SegmentStore[] = [];

  beforeAll(async () => {
    server = await S3Server.start();
    proxy = await FaultyProxy.start(() => server.url);
  });
  beforeEach(() => {
    prefixes++;
    existing = undefined;
    proxy.calm();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(async () => {
    await proxy.end();
    await server.end();
  });

  const address = (place = `segments/p/${prefixes}`) => `s3://${place}?endpoint=${encodeURIComponent(proxy.url)}`;
  const open = async (options: Partial<S3SegmentOptions> = {}) => {
    const store = await openS3Segments(
      { address: address(), ...serverKeys, requests: { firstPauseMs: 1 }, packBytes: 1_000, ...options },
      { identity, existing: async (ids) => ids.filter((id) => existing?.includes(id) ?? true) },
    );
    opened.push(store);
    await store.claim();
    return store;
  };
  /** Makes a store that has written this attempt but has nothing about it in memory. */
  const stored = async (owner: SegmentOwner = anOwner(), segments = segmentsOf(10)) => {
    const writer = await open();
    await writer.write(owner, segments);
    await writer.seal(owner);
    const reader = await open();
    proxy.calm();
    return reader;
  };
  /** Returns the keys of all objects except the marker of the owner. */
  const keys = async () => (await server.keys(`p/${prefixes}/`)).filter((key) => !key.endsWith('/platform.json'));

  describeSegmentStore('S3', () => open());

  it('is read by other processes as soon as it is sealed, and not before', async () => {
    const [writer, reader] = [await open(), await open()];
    await writer.write(anOwner(), segmentsOf(10));
    expect(await reader.read(anOwner(), 0, 9)).toEqual([]);
    await writer.seal(anOwner());
    expect(await dataOf(reader)).toEqual(dataOfTen);
    expect((await reader.readIndexes(anOwner(), 3, 4)).map(({ number, index }) => [number, ...index])).toEqual([
      [3, 3],
      [4, 4],
    ]);
    expect(await reader.readReceipts(anOwner(), 8, 9)).toEqual([['r8'], ['r9']]);
    expect(await keys()).toEqual(['0', '1', 'end'].map((object) => `p/${prefixes}/${requestedDay}/7/1/${object}`));
  });

  it('reads of a page its own bytes only, and only once where they are', async () => {
    const store = await stored();
    await store.read(anOwner(), 1, 1);
    proxy.calm();
    const read = await store.read(anOwner(), 2, 3);
    expect(proxy.seen).toHaveLength(1);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(proxy.seen[0]?.range ?? '')!;
    expect(Number(end) - Number(start) + 1).toBe(read.reduce((sum, { data }) => sum + data.byteLength, 0));
  });

  it('stores nothing of an attempt without records, and asks nothing before a first attempt', async () => {
    const store = await open();
    proxy.calm();
    await store.removeEarlierAttempts(anOwner());
    await store.seal(anOwner());
    expect(proxy.seen).toEqual([]);
  });

  it('removes more objects than one listing names', async () => {
    const store = await open({ packBytes: 1 });
    await store.write(anOwner(), segmentsOf(103));
    await store.seal(anOwner());
    await store.remove(anOwner());
    expect(await keys()).toEqual([]);
    expect(new Set(proxy.seen.flatMap(({ method, url }) => (method === 'DELETE' ? [url] : []))).size).toBe(104);
  });

  describe('at start', () => {
    it.each([
      ['a bucket that is missing', { place: 'nothing-here' }, 'bucket-missing', /no bucket "nothing-here" at http/],
      [
        'a wrong secret',
        { secretAccessKey: 'wrong' },
        'credentials-refused',
        /AWS_SECRET_ACCESS_KEY.*SignatureDoesNotMatch/,
      ],
      ['an unknown key', { accessKeyId: 'nobody' }, 'credentials-refused', /AWS_ACCESS_KEY_ID.*InvalidAccessKeyId/],
      [
        'no key',
        { accessKeyId: undefined },
        'credentials-refused',
        /needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
      ],
      ['another region', { fault: inRegion('eu-1') }, 'region-wrong', /not in the region "us-east-1" but in "eu-1"/],
      ['another region, by a redirect', { fault: { status: 301 } }, 'region-wrong', /not in the region "us-east-1"/],
      [
        'a policy that denies',
        { fault: { status: 403, code: 'AccessDenied' } },
        'access-denied',
        /its policy must allow/,
      ],
      [
        'a wrong clock',
        { fault: { status: 403, code: 'RequestTimeTooSkewed' } },
        'clock-wrong',
        /clock of this machine/,
      ],
      [
        'something else',
        { fault: { status: 400, code: 'MalformedXML' } },
        'refused',
        /refuses a request \(400 MalformedXML/,
      ],
      ['no answer', { fault: 'reset' }, 'unavailable', /does not answer now/],
    ] as const)('names %s', async (_, wrong, code, message) => {
      const { place, fault, ...credentials } = { place: undefined, fault: undefined, ...wrong };
      proxy.fault = () => fault;
      const failure = open({ ...(place && { address: address(place) }), ...credentials });
      await expect(failure).rejects.toMatchObject({
        name: 'ObjectStorageError',
        code,
        message: expect.stringMatching(message),
      });
      const tries = code === 'unavailable' ? 7 : 1;
      expect(proxy.seen).toHaveLength(
        'accessKeyId' in credentials && credentials.accessKeyId === undefined ? 0 : tries,
      );
    });

    it('and later, tells whether the bucket answers, in one try', async () => {
      const store = await open();
      await store.ping();
      proxy.calm();
      proxy.fault = () => ({ status: 503, code: 'SlowDown' });
      await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' });
      expect(proxy.seen).toHaveLength(1);
    });
  });

  const passing: readonly (readonly [string, Fault])[] = [
    ['asked to slow down', { status: 503, code: 'SlowDown' }],
    ['told that there are too many', { status: 429 }],
    ['told of an internal error', { status: 500, code: 'InternalError' }],
    ['told that it came too slowly', { status: 400, code: 'RequestTimeout' }],
    ['cut off before it arrives', 'reset'],
    ['cut off before it is answered', 'lose-answer'],
  ];

  it.each(passing)('writes all the same when each request is twice %s', async (_, fault) => {
    proxy.fault = twice(fault);
    expect(await dataOf(await stored())).toEqual(dataOfTen);
    expect(await keys()).toHaveLength(3);
  });

  const passingReads: typeof passing = [
    ...passing,
    ['answered by half', 'cut'],
    ['never answered', Promise.withResolvers().promise],
  ];

  it.each(passingReads)('reads all the same when each request is twice %s', async (_, fault) => {
    await stored();
    const reader = await open({ requests: { firstPauseMs: 1, triesAtMost: 15, timeoutMs: 500 } });
    proxy.fault = twice(fault);
    expect(await dataOf(reader)).toEqual(dataOfTen);
    expect(await reader.readReceipts(anOwner(), 0, 9)).toEqual(segmentsOf(10).map(({ receipts }) => receipts));
  });

  it('reads again what was damaged on its way, and says so of what is damaged in the bucket', async () => {
    for (const damagedRead of [1, 2, 3]) {
      const store = await stored(anOwner({ id: damagedRead }));
      proxy.fault = ({ number }) => (number === damagedRead ? 'damage' : undefined);
      expect(await dataOf(store, anOwner({ id: damagedRead }))).toEqual(dataOfTen);
    }
    const store = await stored();
    proxy.fault = ({ range }) => (range === undefined ? undefined : 'damage');
    await expect(store.read(anOwner(), 0, 9)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(/^The object p\/.*\/7\/1\/\w+ is damaged$/),
    });
  });

  it('gives up when the server asks for patience again and again', async () => {
    const store = await stored();
    proxy.fault = () => ({ status: 503, code: 'SlowDown' });
    await expect(store.read(anOwner(), 0, 9)).rejects.toMatchObject({ code: 'unavailable' });
    expect(proxy.seen).toHaveLength(7);
  });

  it('never overwrites what somebody else has written', async () => {
    const store = await stored();
    const other = await open();
    await other.write(anOwner(), [{ number: 0, index: Uint8Array.of(0), data: Buffer.alloc(10) }]);
    await expect(other.seal(anOwner())).rejects.toMatchObject({ code: 'exists' });
    expect(await dataOf(store)).toEqual(dataOfTen);
  });

  it('writes without conditions where the server knows none', async () => {
    proxy.fault = ({ ifNoneMatch }) => (ifNoneMatch === '*' ? { status: 501, code: 'NotImplemented' } : undefined);
    expect(await dataOf(await stored())).toEqual(dataOfTen);
  });

  it('says that there is no room', async () => {
    const store = await open();
    proxy.fault = () => ({ status: 403, code: 'QuotaExceeded' });
    await store.write(anOwner(), segmentsOf(10)).catch(() => undefined);
    const failure = store.seal(anOwner());
    await expect(failure).rejects.toBeInstanceOf(BatchFailure);
    await expect(failure).rejects.toThrow('There is no room left to store the records');
  });

  it('ends what is under way when an attempt is abandoned, and takes the same attempt from its start', async () => {
    const store = await open();
    proxy.calm();
    const { promise: held, resolve } = Promise.withResolvers<void>();
    proxy.fault = () => held;
    await store.write(anOwner(), segmentsOf(8));
    await until(() => proxy.seen.length === 2);
    await store.abandon(anOwner());
    resolve();
    await store.removeAttempt(anOwner());
    proxy.calm();
    await store.write(anOwner({ attempt: 2 }), segmentsOf(10));
    await store.seal(anOwner({ attempt: 2 }));
    expect(await dataOf(store, anOwner({ attempt: 2 }))).toEqual(dataOfTen);
    await store.remove(anOwner());
    expect(await keys()).toEqual([]);
  });

  it('keeps a bounded number of uploads under way', async () => {
    const store = await open();
    proxy.calm();
    const { promise: held, resolve } = Promise.withResolvers<void>();
    proxy.fault = () => held;
    const writing = store.write(anOwner(), segmentsOf(50));
    await until(() => proxy.seen.length === 3);
    expect(await Promise.race([writing.then(() => 'written'), setTimeout(100, 'waits')])).toBe('waits');
    expect(proxy.seen).toHaveLength(3);
    resolve();
    await writing;
    await store.seal(anOwner());
  });

  describe('orphans', () => {
    const days = 3;

    it('go, and nothing that has a batch, nor that is not ours', async () => {
      const store = await stored(anOwner({ id: 8 }));
      await stored(anOwner({ id: 9 }));
      await stored(anOwner({ id: 10, requestedAt: requestedAt + days * dayMs }));
      await server.put(`p/${prefixes}/notes/1/x`, 'not ours');
      await server.put(`p/${prefixes}/${requestedDay}/not-ours/x`, 'not ours');
      existing = [9];
      await sweep(store, requestedAt + days * dayMs);
      const batches = new Set((await keys()).map((key) => key.split('/').slice(2, 4).join('/')));
      expect([...batches].toSorted()).toEqual(
        [`${requestedDay + days}/10`, `${requestedDay}/9`, `${requestedDay}/not-ours`, 'notes/1'].toSorted(),
      );
    });

    it('are looked for once an hour, and again after a failure', async () => {
      existing = [];
      const store = await stored(anOwner({ id: 8 }));
      proxy.fault = () => ({ status: 403, code: 'AccessDenied' });
      await expect(store.maintain(requestedAt + days * dayMs)).rejects.toMatchObject({ code: 'access-denied' });
      proxy.calm();
      await sweep(store, requestedAt + days * dayMs);
      expect(await keys()).toEqual([]);
      proxy.calm();
      await sweep(store, requestedAt + days * dayMs + 3_599_999);
      expect(proxy.seen).toEqual([]);
      await store.maintain(requestedAt + days * dayMs + 3_600_000);
      expect(proxy.seen.map(({ url }) => url.replace(/\?.*/, ''))).toEqual([
        `/segments/p/${prefixes}/platform.json`,
        '/segments',
      ]);
    });
  });
});

const dataOfTen = segmentsOf(10).map(({ data }) => data);

async function dataOf(store: S3SegmentStore, owner = anOwner()): Promise<readonly Buffer[]> {
  return (await store.read(owner, 0, 99)).map(({ data }) => Buffer.from(data));
}

/** Lets the sweep check all pages of a small bucket. */
async function sweep(store: S3SegmentStore, now: number): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await store.maintain(now);
}

/** Makes a refusal that names a region. */
function inRegion(region: string): Fault {
  return { status: 400, code: `AuthorizationHeaderMalformed</Code><Region>${region}</Region><Code>` };
}

/** Gives the fault to the first two requests with the same method, path and range. */
function twice(fault: Fault): (request: SeenRequest) => Fault | undefined {
  const times = new Map<string, number>();
  return ({ method, url, range }) => {
    const request = `${method} ${url} ${range}`;
    const time = (times.get(request) ?? 0) + 1;
    times.set(request, time);
    return time <= 2 ? fault : undefined;
  };
}

function anOwner(owner: Partial<SegmentOwner> = {}): SegmentOwner {
  return { id: 7, attempt: 1, requestedAt, ...owner };
}

function segmentsOf(count: number): (NewSegment & { data: Buffer })[] {
  return Array.from({ length: count }, (_, number) => ({
    number,
    index: Uint8Array.of(number),
    data: Buffer.alloc(300 + number, number),
    receipts: [`r${number}`],
  }));
}
