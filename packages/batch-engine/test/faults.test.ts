import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import type { BatchEngine } from '../src/index.js';
import { letters, owner, until } from './a-download.js';
import { describeStoredStorages } from './describe-storages.js';
import { anEngine, endProcess, expectWhole, stopOutsideTransaction, workerProcesses } from './faults.js';

/** `untilRunning` waits for fewer records, and the batches have more. */
const pausing = { pausesAfter: 400 };

describeStoredStorages('worker processes', (open) => {
  const workers = workerProcesses();
  let engine: BatchEngine;
  afterEach(() => engine.close());
  const details = (batchId: string) => engine.details({ ...owner, batchId });
  const request = async (count: number, pauseMs: number) =>
    (await engine.request({ ...letters, criteria: { count, pauseMs } })).batchId;
  const attemptOf = async (batchId: string) => (await details(batchId)).attempt;
  const untilTakenOver = (batchId: string, from: number) => until(async () => (await attemptOf(batchId)) > from);
  const untilRunning = (batchId: string) => until(async () => (await details(batchId)).progress.recordCount > 300);

  it('take over from one that was killed, from the first record, though its clock was an hour ahead', async () => {
    const storage = await open();
    engine = anEngine(storage);
    const first = await workers.start(storage.address, {}, { ...pausing, clockAheadMs: 3_600_000 });
    const batchId = await request(2000, 20);
    await untilRunning(batchId);
    const snapshotAt = (await details(batchId)).snapshotAt!;
    await endProcess(first, 'SIGKILL');
    const lost = await attemptOf(batchId);
    await workers.start(storage.address);
    await untilTakenOver(batchId, lost);
    await until(async () => (await details(batchId)).state === 'finished');
    expect((await details(batchId)).snapshotAt).toBeGreaterThan(snapshotAt);
    await expectWhole(engine, batchId, 2000);
  });

  it('take over at once from one that was stopped, which is no failure', async () => {
    const storage = await open();
    engine = anEngine(storage);
    // The lease is long, so that the worker still has the batch when it is stopped.
    const first = await workers.start(storage.address, { leaseMs: 60_000 }, pausing);
    const batchId = await request(2000, 20);
    await untilRunning(batchId);
    const { failures } = (await storage.batches.find(Number(batchId)))!;
    await endProcess(first, 'SIGTERM');
    expect(await storage.batches.find(Number(batchId))).toMatchObject({ state: 'waiting', failures });
    await workers.start(storage.address);
    await until(async () => (await details(batchId)).state === 'finished');
    await expectWhole(engine, batchId, 2000);
  });

  it('give a batch up that has killed two of them, and go on with the rest', async () => {
    const storage = await open();
    engine = anEngine(storage);
    const batchId = await request(2000, 20);
    for (let death = 1; death <= 2; death++) {
      const worker = await workers.start(storage.address, { concurrency: 1, failuresAtMost: 2 }, pausing);
      await until(async () => (await attemptOf(batchId)) >= death);
      await endProcess(worker, 'SIGKILL');
    }
    const next = await request(100, 0);
    await workers.start(storage.address, { concurrency: 1, failuresAtMost: 2 });
    await until(async () => (await details(next)).state === 'finished');
    await until(async () => (await details(batchId)).state === 'failed');
    expect((await engine.confirm({ ...letters, batchId })).reason).toMatch(/ended unexpectedly, 2 times/);
  });

  it('cannot spoil a batch when one of them sleeps through its lease and wakes up again', async () => {
    const storage = await open();
    engine = anEngine(storage);
    const sleeper = await workers.start(storage.address, {}, pausing);
    const batchId = await request(2000, 20);
    await untilRunning(batchId);
    await stopOutsideTransaction(sleeper, storage.address);
    const lost = await attemptOf(batchId);
    await workers.start(storage.address);
    await untilTakenOver(batchId, lost);
    sleeper.send('go on');
    sleeper.kill('SIGCONT');
    await until(async () => (await details(batchId)).state === 'finished');
    const finished = await attemptOf(batchId);
    // The process ends when its attempt has ended.
    await endProcess(sleeper, 'SIGTERM');
    expect(await attemptOf(batchId)).toBe(finished);
    await expectWhole(engine, batchId, 2000);
  });

  it('leave each other alone though one clock is an hour late, and is set back by another hour', async () => {
    const storage = await open();
    engine = anEngine(storage);
    const settings = { leaseMs: 60_000 };
    const late = await workers.start(storage.address, settings, { clockAheadMs: -3_600_000 });
    const batchId = await request(6000, 30);
    await untilRunning(batchId);
    await workers.start(storage.address, settings);
    await sleep(1000);
    late.kill('SIGUSR2');
    await until(async () => (await details(batchId)).state === 'finished');
    expect(await storage.batches.find(Number(batchId))).toMatchObject({ attempt: 1, failures: 0 });
    await expectWhole(engine, batchId, 6000);
  });
});
