import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BatchEngine, BatchFailure, type BatchFunction, BatchWorker } from '../src/index.js';
import { bytesOf, owner, until } from './a-download.js';
import { describeStorages, type Storage } from './describe-storages.js';

const orders = { ...owner, functionName: 'orders' };
const criteria = {};

/** Thrown when the input is read, although it must not be read. */
const wasRead = new Error('The input was read');
const unread = new Proxy(new Uint8Array(), {
  get() {
    throw wasRead;
  },
});

describeStorages('a batch that is made of what came with its request', (open) => {
  let storage: Storage;
  let engine: BatchEngine;
  let worker: BatchWorker;
  let attempts: number;
  let failures: number;

  beforeEach(async () => {
    storage = await open();
    attempts = 0;
    failures = 0;
    const takeOrders: BatchFunction = {
      name: 'orders',
      arrayName: 'order_list',
      hasEffects: true,
      open: async (_criteria, _signal, input) => {
        if (attempts++ < failures) throw new BatchFailure('not yet');
        return { instant: new Date(), records: answersTo(input), close: async () => undefined };
      },
    };
    const functions = [takeOrders];
    engine = new BatchEngine({ ...storage, functions });
    worker = new BatchWorker({ ...storage, functions, settings: { pollMs: 10, backoffMs: 1 } });
  });

  afterEach(async () => {
    await worker.stop();
    await engine.close();
  });

  const request = async (input: Uint8Array) => (await engine.request({ ...orders, criteria, input })).batchId;
  const ended = async (batchId: string) => {
    worker.start();
    await until(async () => (await engine.confirm({ ...orders, batchId })).retryAfterSeconds === undefined);
    return engine.confirm({ ...orders, batchId });
  };
  const answers = async (batchId: string) => {
    const { body } = await engine.records({ ...owner, batchId, encoding: 'identity' });
    return String(await bytesOf(body));
  };

  it('hands it to its function, and counts the records that tell of an error', async () => {
    const batchId = await request(Buffer.from('good bad good bad bad'));
    expect(await engine.confirm({ ...orders, batchId })).toMatchObject({ state: 'waiting', errorCount: 0 });
    expect(await ended(batchId)).toMatchObject({ state: 'finished', recordCount: 5, errorCount: 3 });
    expect(await engine.details({ ...owner, batchId })).toMatchObject({ errorCount: 3 });
    expect((await engine.list(owner, { limit: 1 })).batches).toMatchObject([{ batchId, errorCount: 3 }]);
    expect(await answers(batchId)).toBe('"good"\n"bad"\n"good"\n"bad"\n"bad"\n');
  });

  it('hands all of it to each attempt, however long it is, and keeps it beyond the last one', async () => {
    failures = 2;
    const input = Buffer.from(randomBytes(2_000_000).toString('hex'));
    const batchId = await request(input);
    expect(await ended(batchId)).toMatchObject({ state: 'finished', recordCount: 1 });
    expect(attempts).toBe(3);
    expect(await answers(batchId)).toBe(`"${String(input)}"\n`);
    expect(input.equals(await engine.input({ ...orders, batchId }))).toBe(true);
  });

  it('is found again by its key without a look at what came with the request', async () => {
    const idempotency = { key: 'k', digest: 'd' };
    const first = await engine.request({ ...orders, criteria, input: Buffer.from('good'), idempotency });
    const unreadable = { ...orders, criteria, input: unread, idempotency };
    expect(await engine.request(unreadable)).toEqual({ batchId: first.batchId, repeated: true });
    await expect(engine.request({ ...unreadable, idempotency: { key: 'k', digest: 'e' } })).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
    await expect(engine.request({ ...unreadable, idempotency: { key: 'l', digest: 'd' } })).rejects.toBe(wasRead);
  });

  it('answers simultaneous repeats with one batch', async () => {
    const idempotency = { key: 'k', digest: 'd' };
    const input = Buffer.from('good');
    const requests = Array.from({ length: 8 }, () => engine.request({ ...orders, criteria, input, idempotency }));
    const requested = await Promise.all(requests);
    expect(new Set(requested.map(({ batchId }) => batchId)).size).toBe(1);
    expect(requested.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  it('shows its input to nobody else', async () => {
    const batchId = await request(Buffer.from('good'));
    await expect(engine.input({ ...orders, clientId: 'C2', batchId })).rejects.toMatchObject({ code: 'unknown-batch' });
  });

  it('can be cancelled while it waits', async () => {
    const batchId = await request(Buffer.from('good'));
    expect(await engine.cancel({ ...owner, batchId })).toBe('cancelled');
    expect(await ended(batchId)).toMatchObject({ state: 'cancelled' });
    expect(attempts).toBe(0);
  });

  it('cannot be cancelled once an attempt has begun, and can be discarded at its end', async () => {
    const batchId = await request(Buffer.from('good'));
    const claim = { owner: 'W', now: Date.now(), leaseUntil: Date.now() + 60_000, functionNames: ['orders'] };
    const held = await storage.batches.claimNext({ ...claim, runningPerMember: 1 });
    const cancelled = () => engine.cancel({ ...owner, batchId });
    await expect(cancelled()).rejects.toMatchObject({ code: 'begun' });
    await storage.batches.end(held!, { state: 'waiting', now: Date.now() });
    await expect(cancelled()).rejects.toMatchObject({ code: 'begun' });
    expect(await ended(batchId)).toMatchObject({ state: 'finished' });
    expect(await cancelled()).toBe('discarded');
  });
});

async function* answersTo(input: Uint8Array) {
  yield String(Buffer.from(input))
    .split(' ')
    .map((word) => ({ body: Buffer.from(JSON.stringify(word)), isError: word === 'bad' }));
}
