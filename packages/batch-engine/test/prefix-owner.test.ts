import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import type { NewSegment, SegmentOwner } from '../src/index.js';
import { openPrefixMarker, openS3Segments, type S3SegmentStore } from '../src/s3/index.js';
import {
  type BatchStorage,
  batchIdentity,
  batchSchema,
  openBatchStorage,
  renewBatchIdentity,
} from '../src/typeorm/index.js';
import { until } from './a-download.js';
import { FaultyProxy } from './faulty-proxy.js';
import { S3Server, serverKeys } from './s3-server.js';

const production = '0b7a1c52-93f4-4a55-8f0e-2f4f2c9d1e01';
const staging = '5d2e8f10-1c3b-4e7a-b6a9-7c8d9e0f1a02';
const requestedAt = Date.UTC(2026, 3, 1);
/** The first instant at which objects of this batch may be removed. */
const daysLater = requestedAt + 3 * 86_400_000;
const batch: SegmentOwner = { id: 7, attempt: 1, requestedAt };
const segment: NewSegment = { number: 0, index: Uint8Array.of(1), data: Buffer.alloc(300, 1) };
const noRange = { status: 416, code: 'InvalidRange' };
const foreign = { name: 'ObjectStorageError', code: 'foreign-prefix' };

describe('a prefix of a bucket', () => {
  let server: S3Server;
  let proxy: FaultyProxy;
  let prefixes = 0;
  const opened: S3SegmentStore[] = [];
  beforeAll(async () => {
    server = await S3Server.start();
    proxy = await FaultyProxy.start(() => server.url);
  });
  beforeEach(() => {
    prefixes++;
    proxy.calm();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(async () => {
    await proxy.end();
    await server.end();
  });

  const prefix = () => `owned/${prefixes}`;
  const markerKey = () => `${prefix()}/platform.json`;
  const options = () => ({
    address: `s3://segments/${prefix()}?endpoint=${proxy.url}`,
    ...serverKeys,
    requests: { firstPauseMs: 1 },
  });
  /** Opens a store whose batches are no longer in the database, except the batches in `existing`. */
  const open = async (identity: string, existing: () => Promise<readonly number[]> = async () => []) => {
    const store = await openS3Segments(options(), { identity, existing });
    opened.push(store);
    return store;
  };
  const keys = () => server.keys(`${prefix()}/`);
  const owner = async () => (await openPrefixMarker(options())).owner();
  const take = async (identity: string) => (await openPrefixMarker(options())).take(identity);

  it('is nobody’s until something is written, and then that of its database, for all its processes', async () => {
    const [writer, reader] = [await open(production), await open(production)];
    expect([await owner(), await keys()]).toEqual([undefined, []]);
    await write(writer);
    expect(await owner()).toBe(production);
    expect(await reader.read(batch, 0, 0)).toHaveLength(1);
    await write(await open(production), { ...batch, id: 8 });
    expect(await keys()).toHaveLength(3);
    proxy.calm();
    await write(writer, { ...batch, id: 9 });
    expect(proxy.seen).toHaveLength(1);
  });

  it('is refused at start by another database, which changes nothing', async () => {
    await write(await open(production));
    const before = await keys();
    await expect(open(staging)).rejects.toMatchObject({
      ...foreign,
      message: `The prefix "${prefix()}" of bucket "segments" belongs to the batch database ${production}, and this one is ${staging}; "tpctl bucket --help" says what to do`,
    });
    expect([await keys(), await owner()]).toEqual([before, production]);
  });

  it('is left alone by another database that was started before it had an owner', async () => {
    const [ours, other] = [await open(production), await open(staging)];
    await write(ours);
    const before = await keys();
    for (const work of [
      () => other.claim(),
      () => write(other),
      () => other.remove(batch),
      () => other.removeAttempt(batch),
      () => other.removeEarlierAttempts({ ...batch, attempt: 2 }),
      () => other.maintain(daysLater),
    ]) {
      await expect(work()).rejects.toMatchObject(foreign);
    }
    expect(await keys()).toEqual(before);
  });

  it('goes to one of two databases that claim it at the same moment', async () => {
    const [one, other] = [await open(production), await open(staging)];
    let writes = 0;
    const both = Promise.withResolvers<void>();
    proxy.fault = ({ method }) => {
      if (method !== 'PUT') return undefined;
      if (++writes === 2) both.resolve();
      return both.promise;
    };
    const results = await Promise.allSettled([one.claim(), other.claim()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = results[0].status === 'fulfilled' ? production : staging;
    expect(await owner()).toBe(winner);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: foreign });
  });

  it('goes to one of them also where the server knows no conditions, and the later one wins', async () => {
    const [one, other] = [await open(production), await open(staging)];
    let writes = 0;
    const both = Promise.withResolvers<void>();
    proxy.fault = ({ method, ifNoneMatch }) => {
      if (ifNoneMatch === '*') return { status: 501, code: 'NotImplemented' };
      if (method !== 'PUT') return writes < 2 ? undefined : both.promise;
      if (++writes === 2) setImmediate(() => both.resolve());
      return undefined;
    };
    await Promise.allSettled([one.claim(), other.claim()]);
    proxy.calm();
    const winner = await owner();
    const loser = winner === production ? other : one;
    await expect(loser.maintain(daysLater)).rejects.toMatchObject(foreign);
  });

  it('is shared by two workers of one database that claim it at the same moment, and whose answers are lost', async () => {
    const workers = [await open(production), await open(production)];
    let lost = 0;
    proxy.fault = ({ method }) => (method === 'PUT' && lost++ < 2 ? 'lose-answer' : undefined);
    await Promise.all(workers.map((worker) => worker.claim()));
    expect([lost > 2, await owner()]).toEqual([true, production]);
  });

  it('is claimed again when its marker is lost, before anything is removed', async () => {
    const store = await open(production);
    await write(store);
    await removeObject(markerKey());
    await store.maintain(daysLater);
    expect(await owner()).toBe(production);
    await expect(open(staging)).rejects.toMatchObject(foreign);
    expect(await keys()).toEqual([markerKey()]);
  });

  it.each([
    ['other text', 'hello'],
    ['another object', '{"batch_database":"x"}'],
    ['nothing', undefined],
  ])('is refused while its marker has %s, and nothing is removed, until an operator takes it', async (_, text) => {
    const store = await open(production);
    await write(store);
    if (text !== undefined) await server.put(markerKey(), text);
    // Servers give this answer to a request for the first bytes of an empty object.
    else proxy.fault = ({ method, url }) => (method === 'GET' && url.endsWith(markerKey()) ? noRange : undefined);
    const unreadable = {
      name: 'ObjectStorageError',
      code: 'marker-unreadable',
      message: `The prefix "${prefix()}" of bucket "segments" does not tell whose it is: the object ${markerKey()} is damaged; "tpctl bucket --help" says what to do`,
    };
    await expect(open(production)).rejects.toMatchObject(unreadable);
    await expect(store.maintain(daysLater)).rejects.toMatchObject(unreadable);
    expect(await keys()).toHaveLength(2);
    await take(production);
    proxy.calm();
    await store.maintain(daysLater);
    expect(await keys()).toEqual([markerKey()]);
  });

  it('that an operator has given to another database is left alone from the next look on', async () => {
    const former = await open(production);
    await write(former);
    await take(staging);
    await expect(former.maintain(daysLater)).rejects.toMatchObject(foreign);
    await expect(write(former, { ...batch, id: 8 })).rejects.toMatchObject(foreign);
    expect(await keys()).toHaveLength(2);
    const next = await open(staging, async () => [batch.id]);
    await next.maintain(daysLater);
    expect(await keys()).toHaveLength(2);
  });

  it('is looked at once more when orphans are found', async () => {
    const store = await open(production, async () => {
      await take(staging);
      return [];
    });
    await write(store);
    await expect(store.maintain(daysLater)).rejects.toMatchObject(foreign);
    expect(await keys()).toHaveLength(2);
  });

  it('is not refused for good when its bucket does not answer for a moment', async () => {
    const store = await open(production);
    proxy.fault = () => ({ status: 403, code: 'AccessDenied' });
    await expect(store.claim()).rejects.toMatchObject({ code: 'access-denied' });
    proxy.calm();
    await write(store);
    expect(await owner()).toBe(production);
  });

  describeDatabases('of a batch database', [batchSchema], (openDatabase) => {
    const storages: BatchStorage[] = [];
    afterEach(async () => {
      for (const storage of storages.splice(0)) await storage.close();
    });
    const openStorage = async (address: string) => {
      const storage = await openBatchStorage({ address, segments: options() });
      storages.push(storage);
      return storage;
    };

    it('is told by an identity that stays, and that a copy can change', async () => {
      const [one, other] = [await openDatabase(), await openDatabase()];
      // A new identity is needed, because test databases are copies of one database.
      await renewBatchIdentity(other);
      const first = await openStorage(one.address);
      expect(first.identity).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect([await owner(), (await openStorage(one.address)).identity]).toEqual([undefined, first.identity]);
      await first.claimSegments!();
      expect(await owner()).toBe(first.identity);
      await expect(openStorage(other.address)).rejects.toMatchObject(foreign);

      const renewed = await renewBatchIdentity(one);
      expect([renewed === first.identity, await batchIdentity(one)]).toEqual([false, renewed]);
      await expect(openStorage(one.address)).rejects.toMatchObject(foreign);
      await take(renewed);
      expect((await openStorage(one.address)).identity).toBe(renewed);
    });

    it('must have an identity', async () => {
      const database = await openDatabase();
      await database.execute('DELETE FROM batch_identity');
      await expect(openStorage(database.address)).rejects.toThrow(
        'The batch database has lost its identity: the table batch_identity is empty',
      );
    });
  });

  async function removeObject(key: string): Promise<void> {
    await fetch(`${server.url}/segments/${key}`, { method: 'DELETE' });
    await until(async () => !(await keys()).includes(key));
  }
});

async function write(store: S3SegmentStore, owner = batch): Promise<void> {
  await store.write(owner, [segment]);
  await store.seal(owner);
}
