import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AttemptTracing,
  BatchEngine,
  BatchFailure,
  type BatchFunction,
  type BatchLog,
  type BatchStore,
  BatchWorker,
  type EndedAttempt,
  type SegmentStore,
  type WorkerSettings,
} from '../src/index.js';
import { ManualClock, MemorySegmentStore } from '../src/testing/index.js';
import { aDownload, type LettersCriteria, letters, lettersSnapshot, owner, until } from './a-download.js';
import { describeStorages, type Storage } from './describe-storages.js';

const leaseMs = 15_000;
const quick = { pollMs: 10, renewMs: 20, leaseMs } as const;

/** Makes a tracer that collects the observed attempts and their parts. */
function notingTrace() {
  const parts: string[] = [];
  const attempts: [trace: string | undefined, result: string | undefined][] = [];
  const tracing: AttemptTracing = {
    attempt: async (batch, work) => {
      const ended = await work();
      attempts.push([batch.trace, ended?.result]);
      return ended;
    },
    part: ({ name, number }, work) => {
      parts.push(`${name} ${number}`);
      return work();
    },
  };
  return { tracing, parts, attempts };
}

describeStorages('the worker', (open) => {
  let storage: Storage;
  let clock: ManualClock;
  let engine: BatchEngine;
  const workers: BatchWorker[] = [];
  const logged: { readonly fields: object; readonly message: string }[] = [];
  const ends: EndedAttempt[] = [];
  let listenerThrows = false;
  const note = (fields: object, message: string) => void logged.push({ fields, message });
  const log: BatchLog = { info: note, warn: note, error: note };

  beforeEach(async () => {
    storage = await open();
    clock = new ManualClock();
    engine = new BatchEngine({ ...storage, functions: [aDownload()], clock });
  });

  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await engine.close();
    logged.splice(0);
    ends.splice(0);
    listenerThrows = false;
  });

  const startWorker = (
    download: BatchFunction<LettersCriteria>,
    settings: WorkerSettings = {},
    segments: SegmentStore = storage.segments,
    batches: BatchStore = storage.batches,
    tracing?: AttemptTracing,
  ) => {
    const worker = new BatchWorker({
      batches,
      segments,
      log,
      onAttemptEnded: (ended) => {
        ends.push(ended);
        if (listenerThrows) throw new Error('The listener is broken');
      },
      functions: [download],
      ...(tracing === undefined ? {} : { tracing }),
      clock,
      settings: { ...quick, ...settings },
      randomness: { uuid: () => `W${workers.length}`, fraction: () => 0.5 },
    });
    workers.push(worker);
    worker.start();
    return worker;
  };
  const request = async (criteria: LettersCriteria = { count: 300 }, memberCode = owner.memberCode) =>
    (await engine.request({ ...letters, memberCode, criteria })).batchId;
  const details = (batchId: string, memberCode = owner.memberCode) => engine.details({ ...owner, memberCode, batchId });
  const produced = () =>
    logged.flatMap(({ message, fields }) =>
      message === 'Batch produced' && 'batchId' in fields ? [fields.batchId] : [],
    );
  const untilState = (batchId: string, state: string) => until(async () => (await details(batchId)).state === state);

  const areRenewed = async () =>
    (await storage.batches.running()).every((batch) => (batch.leaseUntil ?? 0) > clock.now() + leaseMs / 2);

  /** Advances the clock until a worker has noticed that the lease is not being renewed. */
  const untilLapsed = (batchId: string, heldAttempt = 1) =>
    until(async () => {
      clock.advance(leaseMs / 3);
      const { state, attempt } = await details(batchId);
      return state !== 'processing' || attempt > heldAttempt;
    });

  const claimAndDie = async () => {
    const now = clock.now();
    return storage.batches.claimNext({
      owner: 'dead',
      now,
      leaseUntil: now + leaseMs,
      functionNames: ['letters'],
      runningPerMember: 2,
    });
  };

  it('counts the records of a batch that takes longer than a moment, and of no other', async () => {
    let counted = 0;
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const download = aDownload({
      open: async (criteria, signal) => {
        const { total: _, ...snapshot } = lettersSnapshot(criteria, signal);
        const count = async () => {
          counted++;
          return criteria.count;
        };
        return { ...snapshot, records: pausing(snapshot.records, mayGoOn), count };
      },
    });
    // The worker renews its lease for the first time after a hundred seconds.
    const seldom = startWorker(download, { renewMs: 100_000, leaseMs: 600_000 });
    const short = await request({ count: 10 });
    await untilState(short, 'finished');
    expect(counted).toBe(0);
    expect((await details(short)).progress).toEqual({ recordCount: 10, recordsExpected: 10 });
    await seldom.stop();
    startWorker(download, { renewMs: 100 });
    const long = await request({ count: 1000 });
    await until(async () => {
      const { progress, state } = await details(long);
      return state === 'processing' && progress.recordCount > 0 && progress.recordsExpected === 1000;
    });
    goOn();
    await untilState(long, 'finished');
    expect(counted).toBe(1);
  });

  describe('lets a trace see each attempt', () => {
    it('with its parts, and in the trace of its request', async () => {
      const { tracing, parts, attempts } = notingTrace();
      const traced = new BatchEngine({
        ...storage,
        functions: [aDownload()],
        clock,
        currentTrace: () => 'of the request',
      });
      const { batchId } = await traced.request({ ...letters, criteria: { count: 300 } });
      await traced.close();
      startWorker(aDownload(), {}, storage.segments, storage.batches, tracing);
      await untilState(batchId, 'finished');
      await until(() => attempts.length === 1);
      expect(attempts).toEqual([['of the request', 'finished']]);
      expect(parts.toSorted()).toEqual([
        'compress 0',
        'compress 1',
        'read 0',
        'read 1',
        'read 2',
        'read 3',
        'write 0',
        'write 1',
      ]);
    });

    it('also where it failed, and where its request was not traced', async () => {
      const { tracing, attempts } = notingTrace();
      const failing = aDownload({ open: () => Promise.reject(new Error('no')) });
      startWorker(failing, { failuresAtMost: 1 }, storage.segments, storage.batches, tracing);
      await untilState(await request(), 'failed');
      await until(() => attempts.length === 1);
      expect(attempts).toEqual([[undefined, 'failed']]);
    });
  });

  describe('tells of each attempt that has ended', () => {
    it('how long its batch waited, how long it took, and what was made', async () => {
      const batchId = await request({ count: 300 });
      clock.advance(4_000);
      startWorker(
        aDownload({
          open: async (criteria, signal) => {
            clock.advance(1_500);
            return lettersSnapshot(criteria, signal);
          },
        }),
      );
      await untilState(batchId, 'finished');
      await until(async () => ends.length === 1);
      const told = { functionName: 'letters', result: 'finished', waitedMs: 4_000, tookMs: 1_500 };
      const times = { readMs: expect.any(Number), compressMs: expect.any(Number), writeMs: expect.any(Number) };
      expect(ends).toEqual([{ ...told, times, totals: expect.objectContaining({ recordCount: 300, errorCount: 0 }) }]);
      expect(logged.find(({ message }) => message === 'Batch produced')?.fields).toMatchObject({
        waitedMs: 4_000,
        tookMs: 1_500,
        readMs: expect.any(Number),
        compressMs: expect.any(Number),
        writeMs: expect.any(Number),
      });
    });

    it('also where none was made', async () => {
      const batchId = await request({ count: 0 });
      startWorker(aDownload());
      await untilState(batchId, 'empty');
      await until(async () => ends.length === 1);
      expect(ends).toMatchObject([{ result: 'empty', totals: { recordCount: 0 } }]);
    });

    it('also where it failed, as often as it was tried', async () => {
      startWorker(aDownload({ open: () => Promise.reject(new Error('no')) }), { failuresAtMost: 2, backoffMs: 0 });
      await untilState(await request(), 'failed');
      await until(async () => ends.length === 2);
      expect(ends.map(({ result }) => result)).toEqual(['retried', 'failed']);
      expect(ends[0]).not.toHaveProperty('totals');
    });

    it('also where its worker stopped', async () => {
      const { download } = aPausingDownload();
      const worker = startWorker(download);
      await request({ count: 1_000 });
      await until(() => download.counts.opened === 1);
      await worker.stop();
      expect(ends).toMatchObject([{ result: 'handed-back' }]);
    });

    it('also where it was cancelled', async () => {
      const { download } = aPausingDownload();
      startWorker(download);
      const batchId = await request({ count: 1_000 });
      await until(() => download.counts.opened === 1);
      await engine.cancel({ ...owner, batchId });
      await until(async () => ends.length === 1);
      expect(ends).toMatchObject([{ result: 'lost' }]);
    });

    it('also where its worker died', async () => {
      const batchId = await request();
      await claimAndDie();
      startWorker(aDownload());
      await untilLapsed(batchId);
      await until(async () => ends.length >= 1);
      expect(ends[0]).toMatchObject({ result: 'retried', waitedMs: 0 });
    });
  });

  it('ends a batch as it should, and each only once, where its listener throws', async () => {
    listenerThrows = true;
    startWorker(aDownload());
    await untilState(await request(), 'finished');
    await untilState(await request({ count: 0 }), 'empty');
    await until(async () => logged.filter(({ message }) => message === 'Batch produced').length === 2);
    expect(ends.map(({ result }) => result)).toEqual(['finished', 'empty']);
    expect(logged.map(({ message }) => message)).not.toContain('The attempt failed');
    expect(logged.map(({ message }) => message)).toContain('The end of an attempt could not be reported');
  });

  it('goes on with a batch whose records cannot be counted', async () => {
    const download = aDownload({
      open: async (criteria, signal) => {
        const { total: _, ...snapshot } = lettersSnapshot(criteria, signal);
        return { ...snapshot, count: () => Promise.reject(new Error('no')) };
      },
    });
    startWorker(download, { renewMs: 20 });
    const batchId = await request({ count: 300, pauseMs: 50 });
    await untilState(batchId, 'finished');
    expect(await details(batchId)).toMatchObject({ attempt: 1, progress: { recordCount: 300, recordsExpected: 300 } });
  });

  it('closes the snapshot once, and notes progress on the way', async () => {
    const { download, goOn } = aPausingDownload();
    const batchId = await request({ count: 1000, chunk: 100 });
    startWorker(download);
    await until(async () => {
      const { progress, snapshotAt, state } = await details(batchId);
      return state === 'processing' && snapshotAt !== undefined && progress.recordCount > 0;
    });
    expect((await details(batchId)).progress.recordsExpected).toBe(1000);
    goOn();
    await untilState(batchId, 'finished');
    await until(() => download.counts.closed === 1);
    expect(download.counts).toEqual({ opened: 1, closed: 1 });
  });

  describe('a failing function', () => {
    it('is tried again, later each time, and fails with a public reason', async () => {
      const starts: number[] = [];
      const download = aDownload({
        open: async () => {
          starts.push(clock.now());
          throw new Error('connection to 10.0.0.7 refused');
        },
      });
      const batchId = await request();
      startWorker(download, { backoffMs: 1000 });
      await until(() => starts.length === 1);
      await untilState(batchId, 'waiting');
      clock.advance(999);
      await sleep(50);
      expect(starts).toHaveLength(1);
      clock.advance(1);
      await until(() => starts.length === 2);
      await untilState(batchId, 'waiting');
      clock.advance(2000);
      await untilState(batchId, 'failed');
      expect(starts).toHaveLength(3);
      expect(await engine.confirm({ ...letters, batchId })).toEqual({
        state: 'failed',
        recordCount: 0,
        errorCount: 0,
        isChanges: false,
        changeCursor: undefined,
        reason: 'The records could not be produced',
        retryAfterSeconds: undefined,
      });
    });

    it('may tell the reason itself, and that another attempt is no use', async () => {
      const download = aDownload({
        open: async () => {
          throw new BatchFailure('The head office has left', { permanent: true });
        },
      });
      const batchId = await request();
      startWorker(download);
      await untilState(batchId, 'failed');
      expect(await details(batchId)).toMatchObject({ attempt: 1, reason: 'The head office has left' });
    });

    it('in the middle of the records leaves no segments behind, and the next attempt starts at 1', async () => {
      let attempts = 0;
      const download = aDownload({
        open: async (criteria, signal) => {
          const snapshot = lettersSnapshot(criteria, signal);
          attempts++;
          return attempts > 1 ? snapshot : { ...snapshot, records: breaking(snapshot.records, 7) };
        },
      });
      const batchId = await request({ count: 1000, chunk: 100 });
      startWorker(download, { backoffMs: 0 });
      await untilState(batchId, 'finished');
      expect(await details(batchId)).toMatchObject({ attempt: 2, progress: { recordCount: 1000 } });
      expect(await storage.batches.find(Number(batchId))).toMatchObject({ notBefore: 0 });
      const first = { id: Number(batchId), attempt: 1, requestedAt: (await details(batchId)).requestedAt };
      expect(await storage.segments.readIndexes(first, 0, 99)).toEqual([]);
      expect(await storage.segments.readIndexes({ ...first, attempt: 2 }, 0, 99)).toHaveLength(4);
    });
  });

  it('ends an attempt that cannot store its segments, and closes the snapshot', async () => {
    class FullDisk extends MemorySegmentStore {
      override async write(): Promise<void> {
        throw new Error('database or disk is full');
      }
    }
    const download = aDownload();
    const batchId = await request({ count: 5000 });
    startWorker(download, { failuresAtMost: 1 }, new FullDisk());
    await untilState(batchId, 'failed');
    expect(download.counts).toEqual({ opened: 1, closed: 1 });
  });

  describe('the segments of a batch', () => {
    it('are sealed before it is finished', async () => {
      const { promise: sealed, resolve: seal } = Promise.withResolvers<void>();
      const sealings: string[] = [];
      const batchId = await request();
      startWorker(
        aDownload(),
        {},
        changed(storage.segments, {
          seal: async (batch) => {
            sealings.push(String(batch.id));
            await sealed;
            await storage.segments.seal(batch);
          },
        }),
      );
      await until(() => sealings.length === 1);
      await sleep(100);
      expect(await details(batchId)).toMatchObject({ state: 'processing' });
      seal();
      await untilState(batchId, 'finished');
      expect(sealings).toEqual([batchId]);
    });

    it('that cannot be sealed are another attempt to be made', async () => {
      let sealings = 0;
      const batchId = await request();
      startWorker(
        aDownload(),
        { backoffMs: 0 },
        changed(storage.segments, {
          seal: async (batch) => {
            if (++sealings === 1) throw new Error('the disk is gone');
            await storage.segments.seal(batch);
          },
        }),
      );
      await untilState(batchId, 'finished');
      expect(await details(batchId)).toMatchObject({ attempt: 2 });
    });

    it('of a cancelled batch are removed', async () => {
      const batchId = await request({ count: 1_000_000, chunk: 500, pauseMs: 5 });
      startWorker(aDownload());
      const segments = async () => {
        const { requestedAt } = await details(batchId);
        return storage.segments.readIndexes({ id: Number(batchId), attempt: 1, requestedAt }, 0, 9);
      };
      await until(async () => (await segments()).length > 0);
      expect(await engine.cancel({ ...owner, batchId })).toBe('cancelled');
      await until(async () => (await segments()).length === 0);
    });
  });

  describe('an attempt whose renewals', () => {
    const renewals = {
      fail: async () => {
        throw new Error('connection lost');
      },
      hang: () => new Promise<never>(() => undefined),
    };
    it.each(Object.entries(renewals))('%s ends when its lease has run out, and not before', async (_, renew) => {
      const download = aDownload();
      const batchId = await request({ count: 1_000_000, chunk: 10, pauseMs: 5 });
      const worker = startWorker(download, {}, storage.segments, changed(storage.batches, { renew }));
      await until(() => download.counts.opened === 1);
      clock.advance(leaseMs - 1);
      await sleep(100);
      expect(worker.runningCount).toBe(1);
      clock.advance(2);
      await until(() => download.counts.closed === 1 && logged.some(({ message }) => message === 'The lease ran out'));
      expect(await details(batchId)).toMatchObject({ attempt: 1, state: 'processing' });
    });

    it('hang at its end does not finish, and leaves its place to others', async () => {
      const download = aDownload();
      await request({ count: 10 });
      const worker = startWorker(
        download,
        // The worker must not search for expired leases before the clock advances, because it would take the batch again at once.
        { renewMs: 1_000, pollMs: 60_000 },
        storage.segments,
        changed(storage.batches, { renew: renewals.hang }),
      );
      await until(() => download.counts.closed === 1);
      clock.advance(leaseMs + 1);
      await until(() => logged.some(({ message }) => message === 'The lease ran out'));
      await until(() => worker.runningCount === 0);
      expect(await storage.batches.counts()).toEqual({ waiting: 0, processing: 1 });
    });
  });

  it('looks for expired leases only as often as leases are renewed', async () => {
    const looked: number[] = [];
    const polled: number[] = [];
    const watched = changed(storage.batches, {
      running: () => {
        looked.push(clock.monotonic());
        return storage.batches.running();
      },
      claimNext: (claim) => {
        polled.push(clock.monotonic());
        clock.advance(100);
        return storage.batches.claimNext(claim);
      },
    });
    startWorker(aDownload(), { renewMs: 1_000 }, storage.segments, watched);
    await until(() => polled.length > 25);
    const [first = 0] = looked;
    expect(looked.map((at) => at - first).slice(0, 3)).toEqual([0, 1_000, 2_000]);
  });

  it('takes batches while it removes many that have expired', async () => {
    const { promise: removed, resolve: goOn } = Promise.withResolvers<void>();
    const expired = await request();
    await engine.cancel({ ...owner, batchId: expired });
    clock.advance(30 * 24 * 3_600_000);
    const removing: number[] = [];
    const worker = startWorker(
      aDownload(),
      {},
      changed(storage.segments, {
        remove: async (batch) => {
          removing.push(batch.id);
          await removed;
        },
      }),
    );
    await until(() => removing.length === 1);
    await untilState(await request(), 'finished');
    goOn();
    await worker.stop();
    expect(await storage.batches.find(Number(expired))).toBeUndefined();
  });

  describe('stop', () => {
    it('hands a running batch back, which is no failed attempt, and another worker takes it', async () => {
      const batchId = await request({ count: 1000, chunk: 10 });
      const { download } = aPausingDownload();
      const first = startWorker(download);
      await until(() => download.counts.opened === 1);
      await first.stop();
      expect(await details(batchId)).toMatchObject({ state: 'waiting', attempt: 1 });
      expect((await storage.batches.find(Number(batchId)))?.failures).toBe(0);
      startWorker(aDownload({ open: async (_, signal) => lettersSnapshot({ count: 10 }, signal) }));
      await untilState(batchId, 'finished');
      expect(await details(batchId)).toMatchObject({ attempt: 2, progress: { recordCount: 10 } });
    });

    it('does not wait for a source that hangs', async () => {
      const batchId = await request();
      const download = aDownload({
        open: async (criteria, signal) => ({
          ...lettersSnapshot(criteria, signal),
          records: { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) },
        }),
      });
      const worker = startWorker(download);
      await until(() => download.counts.opened === 1);
      await worker.stop();
      expect(await details(batchId)).toMatchObject({ state: 'waiting' });
      expect(download.counts.closed).toBe(1);
    });
  });

  it('stops working on a batch that is cancelled', async () => {
    const download = aDownload();
    const batchId = await request({ count: 1_000_000, chunk: 10, pauseMs: 5 });
    const worker = startWorker(download);
    await until(() => download.counts.opened === 1);
    await engine.cancel({ ...owner, batchId });
    await until(() => worker.runningCount === 0);
    expect(download.counts).toEqual({ opened: 1, closed: 1 });
    expect(await details(batchId)).toMatchObject({ state: 'cancelled' });
  });

  it('listens to its queue as soon as that can be listened to', async () => {
    let listens = 0;
    const queue = {
      listen: async ({ keepHouse }: { keepHouse: () => Promise<void> }) => {
        if (++listens === 1) throw new Error('not yet');
        await keepHouse();
      },
      stopListening: async () => undefined,
    };
    const worker = new BatchWorker({ ...storage, queue, functions: [aDownload()], clock, settings: quick });
    workers.push(worker);
    worker.start();
    await until(() => listens > 1);
    await sleep(50);
    expect(listens).toBe(2);
  });

  describe('a dead worker', () => {
    it('loses its batch when its lease runs out, and not before', async () => {
      const batchId = await request();
      await claimAndDie();
      startWorker(aDownload());
      clock.advance(leaseMs - 1);
      await sleep(60);
      expect(await details(batchId)).toMatchObject({ state: 'processing', attempt: 1 });
      await untilLapsed(batchId);
      await untilState(batchId, 'finished');
      expect(await details(batchId)).toMatchObject({ attempt: 2, reason: undefined });
    });

    it('loses its batch although the clock is set back', async () => {
      const batchId = await request();
      await claimAndDie();
      clock.set(clock.now() - 3_600_000);
      let hasSeen = false;
      const running = async () => {
        const found = await storage.batches.running();
        hasSeen = true;
        return found;
      };
      startWorker(aDownload(), {}, storage.segments, changed(storage.batches, { running }));
      await until(() => hasSeen);
      clock.advance(leaseMs + 1);
      await untilState(batchId, 'finished');
      expect(await details(batchId)).toMatchObject({ attempt: 2 });
    });

    it('is one of three that a batch may kill', async () => {
      const batchId = await request();
      for (let death = 1; death <= 3; death++) {
        await claimAndDie();
        const watcher = startWorker(aDownload(), { concurrency: 0 });
        await untilLapsed(batchId, death);
        await watcher.stop();
      }
      expect(await details(batchId)).toMatchObject({
        state: 'failed',
        attempt: 3,
        reason: 'The worker that produced the batch ended unexpectedly, 3 times',
      });
      expect(logged.filter(({ message }) => message === 'Batch failed')).toEqual([
        {
          message: 'Batch failed',
          fields: expect.objectContaining({
            batchId,
            reason: 'The worker that produced the batch ended unexpectedly, 3 times',
          }),
        },
      ]);
    });

    it('that comes back can neither write into the batch nor end it', async () => {
      const batchId = await request({ count: 300 });
      const dead = (await claimAndDie())!;
      startWorker(aDownload());
      await untilLapsed(batchId);
      await untilState(batchId, 'finished');
      const before = await storage.segments.read({ ...dead, attempt: 2 }, 0, 9);
      await storage.segments.write(dead, [{ number: 0, index: Buffer.of(0), data: Buffer.of(0) }]);
      await storage.segments.removeEarlierAttempts(dead);
      const end = { state: 'finished', now: clock.now(), expiresAt: clock.now(), recordCount: 1 } as const;
      expect(await storage.batches.end(dead, end)).toBe(false);
      expect(await storage.segments.read({ ...dead, attempt: 2 }, 0, 9)).toEqual(before);
      expect(await details(batchId)).toMatchObject({ state: 'finished', progress: { recordCount: 300 } });
    });
  });

  it('keeps its lease while it works, however slow the source', async () => {
    const batchId = await request({ count: 10, chunk: 1 });
    const { download: first, goOn } = aPausingDownload();
    const second = aDownload();
    startWorker(first);
    await until(() => first.counts.opened === 1);
    startWorker(second);
    for (let n = 0; n < 10; n++) {
      clock.advance(leaseMs / 2);
      await until(areRenewed);
    }
    goOn();
    await untilState(batchId, 'finished');
    expect((await details(batchId)).attempt).toBe(1);
    expect(second.counts.opened).toBe(0);
  });

  it('lets no member hold up another', async () => {
    await Promise.all(Array.from({ length: 20 }, () => request({ count: 50 }, 'greedy')));
    const modest = await request({ count: 50 }, 'modest');
    startWorker(aDownload(), { concurrency: 1 });
    await until(async () => (await details(modest, 'modest')).state === 'finished');
    await until(() => produced().includes(modest));
    expect(produced().indexOf(modest)).toBeLessThanOrEqual(2);
  });

  it('runs as many batches of a member as are allowed, over all workers', async () => {
    let running = 0;
    let most = 0;
    const { promise: three, resolve } = Promise.withResolvers<void>();
    const download = aDownload({
      open: async (criteria, signal) => {
        most = Math.max(most, ++running);
        if (running === 3) resolve();
        await three;
        return {
          ...lettersSnapshot(criteria, signal),
          close: async () => {
            running--;
          },
        };
      },
    });
    const ids = await Promise.all(Array.from({ length: 8 }, () => request({ count: 20, chunk: 10, pauseMs: 60 })));
    startWorker(download, { runningPerMember: 3 });
    startWorker(download, { runningPerMember: 3 });
    for (const id of ids) await untilState(id, 'finished');
    expect(most).toBe(3);
  });
});

/** Makes a copy of the given store in which some methods are replaced. */
function changed<Store extends object>(store: Store, change: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(change, name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

/** Makes a download whose source pauses after its first chunk until `goOn` is called. */
function aPausingDownload() {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const download = aDownload({
    open: async (criteria, signal) => {
      const snapshot = lettersSnapshot(criteria, signal);
      return { ...snapshot, records: pausing(snapshot.records, mayGoOn) };
    },
  });
  return { download, goOn };
}

async function* pausing<T>(source: AsyncIterable<T>, mayGoOn: Promise<void>): AsyncGenerator<T> {
  let taken = 0;
  for await (const item of source) {
    if (taken++ > 0) await mayGoOn;
    yield item;
  }
}

async function* breaking<T>(source: AsyncIterable<T>, after: number): AsyncGenerator<T> {
  let taken = 0;
  for await (const item of source) {
    if (taken++ === after) throw new Error('connection lost');
    yield item;
  }
}
