import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect } from '@jest/globals';
import { BatchEngine, type WorkerSettings } from '../src/index.js';
import type { S3SegmentOptions } from '../src/s3/index.js';
import { aDownload, bytesOf, letters } from './a-download.js';
import { allReceipts } from './all-receipts.js';
import type { Storage } from './describe-storages.js';

const workerScript = fileURLToPath(new URL('./fault-worker.mjs', import.meta.url));

/**
 * With these settings, the other workers soon notice that a worker is dead. On a slow machine, a running worker may lose its
 * lease as well, so any attempt may be lost. A batch therefore fails only after very many lost attempts.
 */
const faultSettings = { leaseMs: 1500, renewMs: 200, pollMs: 50, backoffMs: 100, failuresAtMost: 1000 } as const;

/** The work of a worker process. */
interface FaultTask {
  readonly address: string;
  readonly settings: WorkerSettings;
  readonly segments: S3SegmentOptions | undefined;
  readonly usesQueue?: boolean;
  readonly clockAheadMs?: number;
  /**
   * After this number of records, the source pauses until the message `go on`, so that the worker cannot finish before
   * the fault. Without it, the source does not pause.
   */
  readonly pausesAfter?: number;
}

/**
 * Processes that survived their test. The next tests use them again, because starting a process costs much CPU time.
 */
const resting: ChildProcess[] = [];
const restingAtMost = 2;
const restWithinMs = 10_000;

/**
 * The worker processes of a test, which work until the end of the test.
 *
 * @param segments the bucket of their segments; without it, segments are in the database
 */
export function workerProcesses(segments?: () => S3SegmentOptions): {
  start(
    address: string,
    settings?: WorkerSettings,
    more?: Pick<FaultTask, 'usesQueue' | 'clockAheadMs' | 'pausesAfter'>,
  ): Promise<ChildProcess>;
} {
  const running = new Set<ChildProcess>();
  afterEach(async () => {
    await Promise.all([...running].map(rest));
    running.clear();
  });
  return {
    start: async (address, settings = {}, more = {}) => {
      const child =
        resting.pop() ?? fork(workerScript, [], { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } });
      running.add(child);
      child.removeAllListeners('exit').once('exit', () => running.delete(child));
      const task: FaultTask = {
        address,
        settings: { ...faultSettings, ...settings },
        segments: segments?.(),
        ...more,
      };
      child.ref();
      child.channel?.ref();
      child.send(task);
      await once(child, 'message');
      return child;
    },
  };
}

/** Lets a process hand back its batches and wait for another task, or kills it. */
async function rest(child: ChildProcess): Promise<void> {
  child.kill('SIGCONT');
  const timer = new AbortController();
  const late = sleep(restWithinMs, false, { signal: timer.signal }).catch(() => false);
  const rests = new Promise<boolean>((resolve) => {
    child.once('message', () => resolve(true));
    child.once('exit', () => resolve(false));
    child.send('rest', (error) => {
      if (error !== null) resolve(false);
    });
  });
  const isResting = await Promise.race([rests, late]);
  timer.abort();
  if (!isResting || resting.length >= restingAtMost) return endProcess(child, 'SIGKILL');
  child.removeAllListeners('exit').once('exit', () => resting.splice(resting.indexOf(child), 1));
  child.unref();
  child.channel?.unref();
  resting.push(child);
}

export async function endProcess(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Stops a process, but not inside a transaction of SQLite, because the lock of the transaction would stop all other processes. */
export async function stopOutsideTransaction(child: ChildProcess, address: string): Promise<void> {
  child.kill('SIGSTOP');
  while (address.startsWith('sqlite:') && isLocked(address.slice('sqlite:'.length))) {
    child.kill('SIGCONT');
    await sleep(5);
    child.kill('SIGSTOP');
  }
}

/** Returns whether another process has a lock for writing for longer than its own statements need. */
function isLocked(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 500 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}

export function anEngine(storage: Storage): BatchEngine {
  return new BatchEngine({ ...storage, functions: [aDownload()] });
}

/** Reads the whole batch in pages, and expects that every record comes exactly once, in order, and from the same attempt. */
export async function expectWhole(engine: BatchEngine, batchId: string, count: number): Promise<void> {
  const records: { seq: string; number: string; run: string; batch_id: string }[] = [];
  for (let seqFrom = 1; seqFrom <= count; seqFrom += 333) {
    const page = { ...letters, batchId, seqFrom, seqTo: Math.min(count, seqFrom + 332) };
    const range = await engine.range({ ...page, encoding: 'gzip', head: '[', tail: ']' });
    const text = gunzipSync(await bytesOf(range.body)).toString();
    records.push(...(JSON.parse(text) as typeof records));
    expect(await allReceipts(range)).toEqual(records.slice(seqFrom - 1).map(({ number }) => number));
  }
  const [first] = records;
  expect(records).toEqual(
    Array.from({ length: count }, (_, n) => ({
      batch_id: batchId,
      seq: `${n + 1}`,
      number: `${n + 1}`,
      run: first?.run,
    })),
  );
  const status = await engine.confirm({ ...letters, batchId });
  expect(status).toMatchObject({ state: 'finished', recordCount: count });
}
