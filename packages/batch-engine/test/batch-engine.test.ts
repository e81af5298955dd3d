import { crc32, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  BatchEngine,
  BatchError,
  type BatchRequest,
  BatchWorker,
  Housekeeping,
  type OwnedBytes,
  type RangeEncoding,
} from '../src/index.js';
import { ManualClock, MemoryBatchStore, MemorySegmentStore } from '../src/testing/index.js';
import { aDownload, bytesOf, createDate, letters, lettersSnapshot, owner, recordOf, until } from './a-download.js';
import { allReceipts } from './all-receipts.js';
import { describeStorages, type Storage } from './describe-storages.js';

const hour = 3_600_000;
const day = 24 * hour;
const head = '{"request_id":"r","letters":[';
const tail = ']}';

describeStorages('the engine', (open) => {
  let storage: Storage;
  let clock: ManualClock;
  let engine: BatchEngine;
  let worker: BatchWorker;

  beforeEach(async () => {
    storage = await open();
    clock = new ManualClock();
    const download = aDownload({ maxRecordsPerGet: 1000 });
    engine = new BatchEngine({ ...storage, functions: [download], clock });
    worker = new BatchWorker({ ...storage, functions: [download], clock, settings: { pollMs: 10, renewMs: 20 } });
  });

  afterEach(async () => {
    await worker.stop();
    await engine.close();
  });

  const request = async (count: number) => (await engine.request({ ...letters, criteria: { count } })).batchId;
  const finish = async (batchId: string) => {
    worker.start();
    await until(async () => (await engine.confirm({ ...letters, batchId })).retryAfterSeconds === undefined);
    await worker.stop();
  };
  const keyed = (digest: string) =>
    engine.request({ ...letters, criteria: { count: 1 }, idempotency: { key: 'k', digest } });
  const isKnown = async (batchId: string) => {
    const batch = await storage.batches.find(Number(batchId));
    return batch !== undefined && batch.expiresAt! > clock.now();
  };
  const produce = async (count: number) => {
    const batchId = await request(count);
    await finish(batchId);
    return batchId;
  };
  const range = (batchId: string, seqFrom: number, seqTo: number, encoding: RangeEncoding = 'gzip') =>
    engine.range({ ...letters, batchId, seqFrom, seqTo, encoding, head, tail });

  const lastRead = async (batchId: string) => (await engine.details({ ...owner, batchId })).lastReadAt;

  const requestAgain = (change: Partial<BatchRequest> = {}) =>
    engine.request({
      ...letters,
      criteria: { count: 3 },
      reuse: { selection: 'three', maxAgeMs: 60_000 },
      ...change,
    });

  describe('reuse', () => {
    let first: string;
    beforeEach(async () => {
      const download = aDownload({
        open: async (criteria, signal) => ({
          ...lettersSnapshot(criteria, signal),
          instant: new Date(clock.now()),
          selection: criteria.count === 0 ? 'none' : 'three',
        }),
      });
      worker = new BatchWorker({ ...storage, functions: [download], clock, settings: { pollMs: 10 } });
      first = await produce(3);
    });

    it('answers a batch with the same selection, and tells its age', async () => {
      clock.advance(59_000);
      expect(await requestAgain()).toEqual({ batchId: first, repeated: false, reusedAgeMs: 59_000 });
    });

    it('answers one without data as well', async () => {
      const empty = await produce(0);
      const reuse = { selection: 'none', maxAgeMs: 60_000 };
      expect(await requestAgain({ reuse })).toMatchObject({ batchId: empty, reusedAgeMs: 0 });
    });

    it('makes a batch where the last one is too old, and where it selects something else', async () => {
      const other = await requestAgain({ reuse: { selection: 'four', maxAgeMs: 60_000 } });
      clock.advance(60_001);
      const later = await requestAgain();
      expect(new Set([first, other.batchId, later.batchId]).size).toBe(3);
      expect([other, later].map(({ reusedAgeMs }) => reusedAgeMs)).toEqual([undefined, undefined]);
    });

    it('makes a batch while the only one like it is not finished, was cancelled or was discarded', async () => {
      await engine.cancel({ ...owner, batchId: first });
      const second = await requestAgain();
      const third = await requestAgain();
      await engine.cancel({ ...owner, batchId: second.batchId });
      const fourth = await requestAgain();
      expect(new Set([first, second.batchId, third.batchId, fourth.batchId]).size).toBe(4);
    });

    it.each([{ memberCode: 'M2' }, { clientId: 'C2' }])('makes a batch for another caller: %j', async (other) => {
      const requested = await requestAgain(other);
      expect(requested.batchId).not.toBe(first);
      expect(requested.reusedAgeMs).toBeUndefined();
    });

    it('binds the key of the request to the batch that it answers', async () => {
      const idempotency = { key: 'k', digest: 'd' };
      expect(await requestAgain({ idempotency })).toMatchObject({ batchId: first, repeated: false, reusedAgeMs: 0 });
      clock.advance(3 * hour);
      const plain = { ...letters, criteria: { count: 3 }, idempotency };
      expect(await engine.request(plain)).toEqual({ batchId: first, repeated: true });
      const other = engine.request({ ...plain, idempotency: { key: 'k', digest: 'e' } });
      await expect(other).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    });

    it('tells of each request whether it made a batch, was known or got one that was there', async () => {
      const outcomes: string[] = [];
      const telling = new BatchEngine({
        ...storage,
        functions: [aDownload()],
        clock,
        onRequested: (functionName, outcome) => outcomes.push(`${functionName} ${outcome}`),
      });
      const plain = { ...letters, criteria: { count: 3 } };
      const idempotency = { key: 'told', digest: 'd' };
      await telling.request({ ...plain, idempotency });
      await telling.request({ ...plain, idempotency });
      await telling.request({ ...plain, reuse: { selection: 'three', maxAgeMs: 60_000 } });
      await telling.close();
      expect(outcomes).toEqual(['letters added', 'letters repeated', 'letters reused']);
    });

    it('lets a known key go first', async () => {
      const idempotency = { key: 'k', digest: 'd' };
      const known = await engine.request({ ...letters, criteria: { count: 3 }, idempotency });
      expect(await requestAgain({ idempotency })).toEqual({ batchId: known.batchId, repeated: true });
    });

    it('keeps the batch as a check does', async () => {
      clock.advance(7 * day - hour);
      await requestAgain({ reuse: { selection: 'three', maxAgeMs: 7 * day } });
      clock.advance(2 * hour);
      expect(await isKnown(first)).toBe(true);
    });
  });

  describe('request and check', () => {
    it('goes from waiting to finished, and names the number of records only then', async () => {
      const batchId = await request(3);
      expect(await engine.confirm({ ...letters, batchId })).toEqual({
        state: 'waiting',
        recordCount: 0,
        errorCount: 0,
        isChanges: false,
        changeCursor: undefined,
        reason: undefined,
        retryAfterSeconds: 1,
      });
      await finish(batchId);
      expect(await engine.confirm({ ...letters, batchId })).toEqual({
        state: 'finished',
        recordCount: 3,
        errorCount: 0,
        isChanges: false,
        changeCursor: undefined,
        reason: undefined,
        retryAfterSeconds: undefined,
      });
    });

    it('asks for more patience the longer a batch takes', async () => {
      const batchId = await request(3);
      clock.advance(100_000);
      expect(await engine.confirm({ ...letters, batchId })).toMatchObject({ retryAfterSeconds: 10 });
      clock.advance(hour);
      expect(await engine.confirm({ ...letters, batchId })).toMatchObject({ retryAfterSeconds: 30 });
    });

    it.each(['', '0', '-1', '1.0', ' 1', '1e3', 'x', '99', '999999999999999999', '1234567890123456789'])(
      'knows no batch %j',
      async (batchId) => {
        await request(1);
        await expect(engine.confirm({ ...letters, batchId })).rejects.toMatchObject({ code: 'unknown-batch' });
      },
    );

    it.each([{ memberCode: 'M2' }, { clientId: 'C2' }, { functionName: 'numbers' }])(
      'shows a batch to nobody else: %j',
      async (other) => {
        const batchId = await request(1);
        const refusal = { code: 'unknown-batch' };
        await expect(engine.confirm({ ...letters, batchId, ...other })).rejects.toMatchObject(refusal);
      },
    );

    it('makes a new batch of the same body, unless a key says otherwise', async () => {
      const [first, second] = [await request(1), await request(1)];
      expect(second).not.toBe(first);
      const { batchId, repeated } = await keyed('one');
      expect(repeated).toBe(false);
      expect(await keyed('one')).toEqual({ batchId, repeated: true });
      await expect(keyed('another')).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    });

    it('refuses a function that is not registered', async () => {
      await expect(engine.request({ ...letters, functionName: 'x', criteria: {} })).rejects.toMatchObject({
        code: 'unknown-function',
      });
    });
  });

  describe('range', () => {
    it.each([1, 24, 25, 26, 249, 250, 251, 500, 777])(
      'answers every record of %d exactly once, in one gzip member with the announced length',
      async (count) => {
        const batchId = await produce(count);
        const answer = await range(batchId, 1, 1000);
        const bytes = await bytesOf(answer.body);
        expect(bytes).toHaveLength(answer.contentLength);
        const text = gunzipSync(bytes).toString();
        const records = expected(batchId, 1, count);
        expect(text).toBe(`${head}${records.join(',')}${tail}`);
        expect(answer.recordCount).toBe(count);
        expect(answer.rangeCrc32).toBe(crc32(records.join(',')).toString(16).padStart(8, '0'));
      },
    );

    it.each([
      [1, 1],
      [250, 251],
      [251, 500],
      [26, 50],
      [13, 612],
      [600, 900],
      [613, 700],
    ])('answers records %d to %d alike in both encodings, and leaves out what is not there', async (from, to) => {
      const batchId = await produce(612);
      const records = expected(batchId, from, Math.min(to, 612)).join(',');
      for (const encoding of ['gzip', 'identity'] as const) {
        const answer = await range(batchId, from, to, encoding);
        const bytes = await bytesOf(answer.body);
        expect(bytes).toHaveLength(answer.contentLength);
        expect((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()).toBe(head + records + tail);
        expect(answer.rangeCrc32).toBe(crc32(records).toString(16).padStart(8, '0'));
      }
    });

    it('answers an empty array for a batch without data', async () => {
      const batchId = await produce(0);
      expect(await engine.confirm({ ...letters, batchId })).toMatchObject({ state: 'empty', recordCount: 0 });
      const answer = await range(batchId, 1, 10);
      expect(gunzipSync(await bytesOf(answer.body)).toString()).toBe(head + tail);
      expect(answer).toMatchObject({ recordCount: 0, rangeCrc32: '00000000' });
      expect(await allReceipts(answer)).toEqual([]);
    });

    it('has small answers at hand as they are', async () => {
      const batchId = await produce(300);
      const { buffers, contentLength } = await range(batchId, 1, 300);
      expect(buffers!.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(contentLength);
    });

    it.each([
      [1, 1],
      [249, 502],
      [251, 1250],
      [1, 2300],
      [1_001, 9_999],
      [2_301, 2_400],
    ])('answers the receipts of exactly the records %d to %d', async (from, to) => {
      const batchId = await produce(2_300);
      const expectedReceipts = Array.from(
        { length: Math.max(0, Math.min(to, 2_300) - from + 1) },
        (_, n) => `r${from + n}`,
      );
      const { memberCode, clientId } = letters;
      const delivered = await engine.delivered({ memberCode, clientId, batchId, seqFrom: from, seqTo: to });
      expect(delivered.functionName).toBe(letters.functionName);
      expect(await allReceipts(delivered)).toEqual(expectedReceipts);
      const records = await engine.records({ ...letters, batchId, seqFrom: from, seqTo: to, encoding: 'gzip' });
      expect(await allReceipts(records)).toEqual(expectedReceipts);
    });

    it('knows nothing delivered of a batch that is not finished, or of a range that is none', async () => {
      const { batchId } = await engine.request({ ...letters, criteria: {} });
      await expect(engine.delivered({ ...letters, batchId, seqFrom: 1, seqTo: 2 })).rejects.toMatchObject({
        code: 'not-finished',
      });
      const finished = await produce(3);
      await expect(engine.delivered({ ...letters, batchId: finished, seqFrom: 2, seqTo: 1 })).rejects.toMatchObject({
        code: 'range-invalid',
      });
      await expect(
        engine.delivered({ ...letters, clientId: 'other', batchId: finished, seqFrom: 1, seqTo: 1 }),
      ).rejects.toMatchObject({ code: 'unknown-batch' });
    });

    it.each([
      [0, 1],
      [2, 1],
      [1, 1001],
      [1.5, 2],
      [Number.NaN, 1],
      [-5, -1],
    ])('refuses %d to %d', async (from, to) => {
      const batchId = await produce(1);
      await expect(range(batchId, from, to)).rejects.toMatchObject({ code: 'range-invalid' });
    });

    it('names the state of a batch that has nothing to get', async () => {
      const waiting = await request(1);
      await expect(range(waiting, 1, 1)).rejects.toMatchObject({ code: 'not-finished', state: 'waiting' });
      await engine.cancel({ ...owner, batchId: waiting });
      await expect(range(waiting, 1, 1)).rejects.toMatchObject({ code: 'not-finished', state: 'cancelled' });
    });
  });

  describe('records', () => {
    it.each([
      [undefined, undefined, 1, 612],
      [1, 612, 1, 612],
      [30, 40, 30, 40],
      [240, 600, 240, 600],
      [612, 9999, 612, 612],
      [700, 800, 1, 0],
    ])('answers %p to %p as lines', async (seqFrom, seqTo, from, to) => {
      const batchId = await produce(612);
      const asked = {
        ...owner,
        batchId,
        ...(seqFrom === undefined ? {} : { seqFrom }),
        ...(seqTo === undefined ? {} : { seqTo }),
      };
      const lines = expected(batchId, from, to).map((record) => `${record}\n`);
      const plain = await engine.records({ ...asked, encoding: 'identity' });
      const zipped = await engine.records({ ...asked, encoding: 'gzip' });
      const bytes = await bytesOf(plain.body);
      expect(bytes.toString()).toBe(lines.join(''));
      expect(gunzipSync(await bytesOf(zipped.body)).toString()).toBe(lines.join(''));
      expect([undefined, bytes.length]).toContain(plain.contentLength);
      expect([plain.recordCount, zipped.recordCount]).toEqual([lines.length, lines.length]);
      expect(plain.etag).toMatch(/^"[^"]+"$/);
      expect(zipped.etag).not.toBe(plain.etag);
    });

    it('knows the length of a whole batch', async () => {
      const batchId = await produce(612);
      const answer = await engine.records({ ...owner, batchId, encoding: 'identity' });
      expect(answer.contentLength).toBe((await bytesOf(answer.body)).length);
    });
  });

  describe('list and details', () => {
    it('lists own batches page by page', async () => {
      const ids = [await request(1), await request(1), await request(1)];
      const first = await engine.list(owner, { limit: 2 });
      expect(first.batches.map(({ batchId }) => batchId)).toEqual([ids[2], ids[1]]);
      const second = await engine.list(owner, { limit: 2, before: first.next! });
      expect(second.batches.map(({ batchId }) => batchId)).toEqual([ids[0]]);
      expect(second.next).toBeUndefined();
      expect(await engine.list({ ...owner, clientId: 'C2' }, { limit: 2 })).toEqual({ batches: [], next: undefined });
    });

    it('tells where a batch waits, and everything once it has ended', async () => {
      await request(1);
      const batchId = await request(300);
      expect(await engine.details({ ...owner, batchId })).toMatchObject({ state: 'waiting', queuePosition: 2 });
      await finish(batchId);
      const details = await engine.details({ ...owner, batchId });
      expect(details).toMatchObject({
        batchId,
        functionName: 'letters',
        state: 'finished',
        attempt: 1,
        progress: { recordCount: 300, recordsExpected: 300 },
        queuePosition: undefined,
        requestedAt: clock.now(),
        snapshotAt: Date.UTC(2026, 3, 1, 0, 0, 0, 999),
        expiresAt: clock.now() + 7 * day,
        isChanges: false,
        changeCursor: undefined,
        removedCount: 0,
        reason: undefined,
      });
      expect(details.storedBytes).toBeGreaterThan(0);
      expect(details.rawBytes).toBe(expected(batchId, 1, 300).join(',').length + multibyteExtra(batchId, 300));
    });
  });

  describe('cancel', () => {
    it('ends a waiting batch for good', async () => {
      const batchId = await request(1);
      expect(await engine.cancel({ ...owner, batchId })).toBe('cancelled');
      expect(await engine.confirm({ ...letters, batchId })).toMatchObject({ state: 'cancelled', recordCount: 0 });
    });

    it('discards a finished batch, and lets who reads it read on', async () => {
      const batchId = await produce(2600);
      const { body } = await engine.records({ ...owner, batchId, encoding: 'identity' });
      const pieces = body[Symbol.asyncIterator]();
      const read = [(await pieces.next()).value as OwnedBytes];
      expect(await engine.cancel({ ...owner, batchId })).toBe('discarded');
      await expect(engine.confirm({ ...letters, batchId })).rejects.toMatchObject({ code: 'unknown-batch' });
      await new Housekeeping({ ...storage, clock }).removeExpired();
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) read.push(next.value);
      expect(Buffer.concat(read.map(({ bytes }) => bytes)).toString()).toBe(
        expected(batchId, 1, 2600)
          .map((record) => `${record}\n`)
          .join(''),
      );
    });

    it('is over only when no other process knows the discarded batch', async () => {
      const batchId = await produce(1);
      const elsewhere = new BatchEngine({ ...storage, functions: [aDownload({})], clock });
      const known = async () => (await elsewhere.confirm({ ...letters, batchId })).state;
      expect(await known()).toBe('finished');
      const asking = setInterval(() => void known().catch(() => undefined), 2);
      await engine.cancel({ ...owner, batchId }).finally(() => clearInterval(asking));
      await expect(known()).rejects.toMatchObject({ code: 'unknown-batch' });
      await elsewhere.close();
    });

    it('may be over at once, when this process has forgotten the batch', async () => {
      const batchId = await produce(1);
      expect(await engine.confirm({ ...letters, batchId })).toMatchObject({ state: 'finished' });
      expect(await engine.cancel({ ...owner, batchId }, { atOnce: true })).toBe('discarded');
      await expect(engine.confirm({ ...letters, batchId })).rejects.toMatchObject({ code: 'unknown-batch' });
    });

    it('is refused to others', async () => {
      const batchId = await request(1);
      const others = engine.cancel({ ...owner, clientId: 'C2', batchId });
      await expect(others).rejects.toThrow(new BatchError('unknown-batch', 'The batch is unknown or has expired'));
      expect(await engine.confirm({ ...letters, batchId })).toMatchObject({ state: 'waiting' });
    });
  });

  describe('looking up', () => {
    it('happens once for many gets of a finished batch, and each time while it is unfinished', async () => {
      const batchId = await request(2);
      const find = jest.spyOn(storage.batches, 'find');
      for (let n = 0; n < 3; n++) await engine.confirm({ ...letters, batchId });
      expect(find).toHaveBeenCalledTimes(3);
      await finish(batchId);
      // The batch is cached for a moment, and even on a slow machine two calls sometimes fall into this moment.
      do {
        find.mockClear();
        for (let n = 0; n < 2; n++) await engine.confirm({ ...letters, batchId });
      } while (find.mock.calls.length > 1);
      find.mockRestore();
    });
  });

  describe('last read', () => {
    it('is when records were last got, and nothing else', async () => {
      const batchId = await produce(3);
      clock.advance(1_000);
      await expect(range(batchId, 0, 1)).rejects.toMatchObject({ code: 'range-invalid' });
      await engine.confirm({ ...letters, batchId });
      expect(await lastRead(batchId)).toBeUndefined();
      await range(batchId, 1, 1);
      const first = clock.now();
      expect(await lastRead(batchId)).toBe(first);
      clock.advance(1_000);
      expect(await lastRead(batchId)).toBe(first);
      await engine.records({ ...owner, batchId, encoding: 'identity' });
      expect(await lastRead(batchId)).toBe(first + 1_000);
      const { batches } = await engine.list(owner, { limit: 1 });
      expect(batches).toMatchObject([{ batchId, lastReadAt: first + 1_000 }]);
    });

    it('is written at the end, and known to others then, unless they know of a later one', async () => {
      const batchId = await produce(3);
      const write = jest.spyOn(storage.batches, 'noteReads');
      await range(batchId, 1, 1);
      const at = clock.now();
      expect(write).not.toHaveBeenCalled();
      await engine.close();
      expect(write.mock.calls).toEqual([[[{ id: Number(batchId), at }]]]);
      const elsewhere = new BatchEngine({ ...storage, functions: [aDownload({})], clock });
      expect(await elsewhere.details({ ...owner, batchId })).toMatchObject({ lastReadAt: at });
      clock.advance(5);
      await storage.batches.noteReads([{ id: Number(batchId), at: at + 9 }]);
      await elsewhere.records({ ...owner, batchId, encoding: 'identity' });
      expect(await elsewhere.details({ ...owner, batchId })).toMatchObject({ lastReadAt: at + 9 });
      await elsewhere.close();
      write.mockRestore();
    });
  });

  describe('retention', () => {
    it('ends after 7 days without use', async () => {
      const batchId = await produce(1);
      clock.advance(7 * day - 1);
      expect(await isKnown(batchId)).toBe(true);
      clock.advance(1);
      await expect(range(batchId, 1, 1)).rejects.toMatchObject({ code: 'unknown-batch' });
    });

    it('is at least 24 hours longer after every check or get, and 14 days in all', async () => {
      const batchId = await produce(1);
      clock.advance(7 * day - 1);
      await range(batchId, 1, 1);
      clock.advance(day);
      await engine.confirm({ ...letters, batchId });
      for (let n = 0; n < 5; n++) {
        clock.advance(day);
        await engine.confirm({ ...letters, batchId });
      }
      clock.advance(day);
      expect(await isKnown(batchId)).toBe(true);
      clock.advance(1);
      await expect(engine.confirm({ ...letters, batchId })).rejects.toMatchObject({ code: 'unknown-batch' });
    });

    it('leaves what somebody asked for known to who asks for expired ones, until that is forgotten as well', async () => {
      const batchId = await produce(3);
      const { criteria, endedAt } = await engine.details({ ...owner, batchId });
      await range(batchId, 1, 1);
      const lastReadAt = clock.now();
      await engine.close();
      const known = { batchId, criteria, endedAt, lastReadAt, state: 'finished', isKept: false };
      const asked = (change: object = {}) => engine.details({ ...owner, batchId, expired: true, ...change });
      const unknown = { code: 'unknown-batch' };
      expect(await asked()).toMatchObject({ ...known, isKept: true });
      clock.advance(8 * day);
      await expect(engine.details({ ...owner, batchId })).rejects.toMatchObject(unknown);
      expect(await asked()).toMatchObject(known);
      const housekeeping = new Housekeeping({ ...storage, clock });
      expect(await housekeeping.removeExpired()).toBe(1);
      expect(await asked()).toMatchObject(known);
      expect(await asked({ clientId: 'C2', memberWide: true })).toMatchObject(known);
      for (const change of [{ clientId: 'C2' }, { memberCode: 'M9', memberWide: true }, { batchId: 'x' }]) {
        await expect(asked(change)).rejects.toMatchObject(unknown);
      }
      clock.advance(6 * day + hour);
      await expect(asked()).rejects.toMatchObject(unknown);
    });

    it('removes what has expired once nobody can be reading it', async () => {
      const [batchId, kept] = [await produce(1), await request(1)];
      const housekeeping = new Housekeeping({ ...storage, clock });
      clock.advance(7 * day);
      expect(await housekeeping.removeExpired()).toBe(0);
      await storage.batches.keepForReaders(Number(batchId), clock.now() + hour);
      clock.advance(hour - 1);
      expect(await housekeeping.removeExpired()).toBe(0);
      clock.advance(1);
      expect(await housekeeping.removeExpired()).toBe(1);
      expect(await storage.batches.find(Number(batchId))).toBeUndefined();
      expect(await storage.segments.read({ id: Number(batchId), attempt: 1, requestedAt: 0 }, 0, 9)).toEqual([]);
      expect(await storage.batches.find(Number(kept))).toBeDefined();
    });
  });
});

function expected(batchId: string, from: number, to: number): string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => recordOf(batchId, createDate, from + n));
}

/** Returns the number of bytes of the text minus the number of its characters. */
function multibyteExtra(batchId: string, count: number): number {
  let extra = 0;
  for (let seq = 1; seq <= count; seq++) {
    const record = recordOf(batchId, createDate, seq);
    extra += Buffer.byteLength(record) - record.length;
  }
  return extra;
}

describe('an engine that reads for longer than the grace time', () => {
  it('has the data kept meanwhile', async () => {
    const storage = { batches: new MemoryBatchStore(), segments: new MemorySegmentStore() };
    const clock = new ManualClock();
    const download = aDownload();
    const retention = { readerGraceMs: 30 };
    const engine = new BatchEngine({ ...storage, functions: [download], clock, retention });
    const worker = new BatchWorker({ ...storage, functions: [download], clock, settings: { pollMs: 10 } });
    const { batchId } = await engine.request({ ...letters, criteria: { count: 5000 } });
    worker.start();
    await until(async () => (await engine.confirm({ ...letters, batchId })).state === 'finished');
    await worker.stop();
    const { body } = await engine.records({ ...owner, batchId, encoding: 'identity' });
    const pieces = body[Symbol.asyncIterator]();
    await pieces.next();
    clock.advance(7 * day);
    const housekeeping = new Housekeeping({ ...storage, clock, retention });
    await until(
      async () =>
        (await storage.batches.removable({ expiredBefore: clock.now(), now: clock.now(), limit: 1 })).length === 0,
    );
    clock.advance(29);
    expect(await housekeeping.removeExpired()).toBe(0);
    await pieces.return?.();
    clock.advance(31);
    expect(await housekeeping.removeExpired()).toBe(1);
    await engine.close();
  });
});
