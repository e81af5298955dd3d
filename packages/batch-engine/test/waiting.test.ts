import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { BatchEngine, BatchWorker } from '../src/index.js';
import { type BatchStorage, batchSchema, openBatchStorage } from '../src/typeorm/index.js';
import { aDownload, letters, owner, until } from './a-download.js';

const wait = { ms: 200_000 };
/** The interval at which waiting calls read the rows, in case a notification is lost. */
const lookEveryMs = 1_000;
/** Without a notification, the worker would search for a batch only after twice this time. */
const toldWithinMs = 30_000;

/** Returns the messages of a channel, but not the messages of the listening connection itself. */
async function heardOn(database: TestDatabase, channel: string) {
  const heard: string[] = [];
  const listens = Promise.withResolvers<void>();
  database.listen(channel, (message) => (message === undefined ? listens.resolve() : heard.push(message)));
  await listens.promise;
  return heard;
}

describeDatabases('waiting calls', [batchSchema], (open, dialect) => {
  /** A database without the setting that suppresses notifications, as happens behind a connection pooler. */
  let pooled: TestDatabase;
  /** The storage of the serving process, and the storage of the producing process. */
  let serving: BatchStorage;
  let producing: BatchStorage;
  let engine: BatchEngine;
  let worker: BatchWorker;

  beforeEach(async () => {
    pooled = await open();
    const { address } = pooled;
    serving = await openBatchStorage({ address, applicationName: 'api' });
    producing = await openBatchStorage({ address, applicationName: 'worker' });
    engine = new BatchEngine({ ...serving, functions: [aDownload()], waitsAtMost: 2_000, waitsPerOwner: 2_000 });
    const { setInterval } = globalThis;
    // Waiting calls never read the rows by themselves, so that only a notification can end their wait.
    jest
      .spyOn(globalThis, 'setInterval')
      .mockImplementation((work, ms) => setInterval(ms === lookEveryMs ? () => undefined : work, ms));
    // The worker polls so rarely that only a notification can wake it in time.
    worker = new BatchWorker({ ...producing, functions: [aDownload()], settings: { pollMs: 60_000 } });
  });
  afterEach(async () => {
    await engine.close();
    await worker.stop();
    await producing.close();
    await serving.close();
    jest.restoreAllMocks();
  });

  /** Returns the PostgreSQL processes that serve listening connections. */
  const listeners = (name: string) =>
    serving.database.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE application_name LIKE $1 AND datname = current_database()',
      [name],
    );
  const bothListen = async () => (await listeners('%-listener')).length === 2;
  const cut = () =>
    serving.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name IN ('api-listener', 'worker-listener') AND datname = current_database()`,
    );
  const request = async (count = 3) => (await engine.request({ ...letters, criteria: { count } })).batchId;
  const waitFor = (batchId: string, signal?: AbortSignal) =>
    engine.wait({ ...letters, batchId }, signal === undefined ? wait : { ...wait, signal });

  it('end a moment after the batch, which another process begins a moment after its request', async () => {
    worker.start();
    const warmUp = await request();
    await waitFor(warmUp);
    const batchId = await request();
    expect(await waitFor(batchId)).toMatchObject({ state: 'finished', recordCount: 3, waited: true });
    const { requestedAt, startedAt } = await engine.details({ ...owner, batchId });
    expect(startedAt! - requestedAt).toBeLessThan(toldWithinMs);
  });

  it('end when another process cancels the batch', async () => {
    const other = new BatchEngine({ ...producing, functions: [aDownload()] });
    const batchId = await request();
    const waiting = waitFor(batchId);
    await until(() => engine.waitingCalls === 1);
    await other.cancel({ ...owner, batchId });
    expect(await waiting).toMatchObject({ state: 'cancelled', waited: true });
    await other.close();
  });

  it('are as many as may be; more are answered at once, and none is left over', async () => {
    const batchId = await request();
    const leaving = new AbortController();
    const held = Array.from({ length: 2_000 }, (_, n) => waitFor(batchId, n % 2 === 0 ? leaving.signal : undefined));
    await until(() => engine.waitingCalls === 2_000);
    const beyond = await Promise.all(Array.from({ length: 100 }, () => waitFor(batchId)));
    expect(new Set(beyond.map(({ state, waited }) => `${state} ${waited}`))).toEqual(new Set(['waiting false']));
    leaving.abort();
    await until(() => engine.waitingCalls === 1_000);
    worker.start();
    const answers = await Promise.all(held);
    expect(answers.filter(({ state, waited }) => state === 'finished' && waited)).toHaveLength(1_000);
    expect(engine.waitingCalls).toBe(0);
  });

  it('are let go at once', async () => {
    const batchId = await request();
    const held = Array.from({ length: 50 }, () => waitFor(batchId));
    await until(() => engine.waitingCalls === 50);
    engine.endWaits();
    expect(new Set((await Promise.all(held)).map(({ waited }) => waited))).toEqual(new Set([false]));
    expect(await waitFor(batchId)).toMatchObject({ state: 'waiting', waited: false });
  });

  if (dialect === 'postgres') {
    it('end a moment after the batch, also once the connection that listens was cut', async () => {
      const first = waitFor(await request());
      worker.start();
      await first;
      await until(bothListen);
      expect(await cut()).toHaveLength(2);
      await until(bothListen);
      expect(await waitFor(await request())).toMatchObject({ state: 'finished', waited: true });
    });

    it('are told of each batch once', async () => {
      const waiting = await heardOn(pooled, 'batch_waiting');
      const ended = await heardOn(pooled, 'batch_ended');
      const first = await request();
      await engine.cancel({ ...owner, batchId: first });
      await until(() => ended.length > 0);
      const second = await request();
      worker.start();
      await until(async () => (await engine.details({ ...owner, batchId: second })).state === 'finished');
      await until(() => waiting.length > 1 && ended.length > 1);
      expect({ waiting, ended }).toEqual({ waiting: ['', ''], ended: [first, second] });
    });

    it('end when a process that does not notify itself ends the batch, as behind a pooler', async () => {
      const batchId = await request();
      const waiting = waitFor(batchId);
      await until(() => engine.waitingCalls === 1);
      await pooled.execute(`UPDATE batch SET state = 'cancelled', ended_at = $1 WHERE id = $2`, [Date.now(), batchId]);
      expect(await waiting).toMatchObject({ state: 'cancelled', waited: true });
    });

    it('end when a batch of a process that does not notify itself is produced', async () => {
      worker.start();
      await waitFor(await request());
      const requestedAt = Date.now();
      const [row] = await pooled.query<{ id: number }>(
        `INSERT INTO batch (id, function_name, member_code, client_id, criteria, state, requested_at, not_before, stored_bytes, input_bytes)
         SELECT nextval('batch_number'), function_name, member_code, client_id, criteria, 'waiting', $1, 0, 0, 0
         FROM batch LIMIT 1 RETURNING id`,
        [requestedAt],
      );
      await waitFor(String(row?.id));
      const { startedAt } = await engine.details({ ...owner, batchId: String(row?.id) });
      expect(startedAt! - requestedAt).toBeLessThan(toldWithinMs);
    });

    it('have one connection that listens, however many they are', async () => {
      const batchId = await request();
      const held = Array.from({ length: 100 }, () => waitFor(batchId));
      await until(() => engine.waitingCalls === 100);
      await until(async () => (await listeners('api-listener')).length > 0);
      expect(await listeners('api-listener')).toHaveLength(1);
      engine.endWaits();
      await Promise.all(held);
    });
  }
});
