import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BatchEngine } from '../src/index.js';
import type { S3SegmentOptions } from '../src/s3/index.js';
import { type BatchStorage, openBatchStorage } from '../src/typeorm/index.js';
import { letters, until } from './a-download.js';
import { anEngine, endProcess, expectWhole, workerProcesses } from './faults.js';
import { FaultyProxy } from './faulty-proxy.js';
import { S3Server, serverKeys } from './s3-server.js';

/** A storage with its segments in a bucket, and workers that reach the bucket through a proxy. */
export interface BucketWithWorkers {
  readonly server: S3Server;
  /** The proxy between the workers and the server. */
  readonly proxy: FaultyProxy;
  readonly address: string;
  readonly storage: BatchStorage;
  readonly engine: BatchEngine;
  readonly workers: ReturnType<typeof workerProcesses>;
  /** Returns the options with which the test itself uses the bucket through the proxy. */
  readonly segments: (proxy: FaultyProxy) => S3SegmentOptions;
  readonly request: (count: number, pauseMs?: number) => Promise<string>;
  readonly untilFinished: (batchId: string) => Promise<void>;
  /** Checks that every record exists once, and that all objects are removed together with the batch. */
  readonly expectWholeAndGone: (batchId: string, count: number) => Promise<void>;
}

/** Each test has its own prefix and a new database. */
export function withBucketAndWorkers(block: (current: () => BucketWithWorkers) => void): void {
  let server: S3Server;
  let proxy: FaultyProxy;
  let folder: string;
  let current: BucketWithWorkers;
  let tests = 0;
  const segments = ({ url }: { readonly url: string }): S3SegmentOptions => ({
    address: `s3://segments/p${tests}?endpoint=${encodeURIComponent(url)}`,
    ...serverKeys,
    packBytes: 1_000,
    // The tries of a request take longer than a restart of the server on a slow machine.
    requests: { firstPauseMs: 20, triesAtMost: 14 },
  });
  const workers = workerProcesses(() => segments(proxy));
  beforeAll(async () => {
    server = await S3Server.start();
    proxy = await FaultyProxy.start(() => server.url);
  });
  beforeEach(async () => {
    tests++;
    proxy.calm();
    folder = await mkdtemp(join(tmpdir(), 'bucket-'));
    const address = `sqlite:${join(folder, 'x.sqlite')}`;
    const storage = await openBatchStorage({ address, segments: segments(server) });
    await storage.claimSegments!();
    const engine = anEngine(storage);
    const stateOf = async (batchId: string) => (await storage.batches.find(Number(batchId)))?.state;
    current = {
      server,
      proxy,
      address,
      storage,
      engine,
      workers,
      segments,
      request: async (count, pauseMs = 0) =>
        (await engine.request({ ...letters, criteria: { count, pauseMs } })).batchId,
      untilFinished: (batchId) => until(async () => (await stateOf(batchId)) === 'finished'),
      expectWholeAndGone: async (batchId, count) => {
        await expectWhole(engine, batchId, count);
        await storage.segments.remove((await storage.batches.find(Number(batchId)))!);
        expect(await server.keys(`p${tests}/`)).toEqual([`p${tests}/platform.json`]);
      },
    };
  });
  afterEach(async () => {
    await current.engine.close();
    await current.storage.close();
    await rm(folder, { recursive: true });
  });
  afterAll(async () => {
    await proxy.end();
    await server.end();
  });
  block(() => current);
}

/** A request of a worker, and whether the worker is killed before or after the server receives this request. */
export type KilledStep = readonly [step: number, when: 'before' | 'after'];

const recordsOfKilled = 1_500;
/**
 * A worker sends three requests when it starts. Later requests ask for the owner of the prefix and for the objects under it, and
 * write one object for each segment and one more.
 */
export const firstStep = 4;
export const lastStep = 12;

/** Kills a worker at given requests. Another worker must complete the batch, and no objects may remain. */
export function describeKilledSteps(steps: readonly KilledStep[]): void {
  describe('a worker that is killed', () => {
    withBucketAndWorkers((current) => {
      it.each(steps)('at its request %d, %s it arrives, loses nothing and leaves nothing', async (step, when) => {
        const { proxy, workers, address, request, untilFinished, expectWholeAndGone } = current();
        const batchId = await request(recordsOfKilled);
        let victim: ChildProcess | undefined;
        const { promise: killed, resolve } = Promise.withResolvers<void>();
        const kill = async () => {
          await until(() => victim !== undefined);
          await endProcess(victim!, 'SIGKILL');
          resolve();
        };
        proxy.fault = ({ number }) => {
          if (number !== step) return undefined;
          return when === 'before' ? kill() : kill;
        };
        victim = await workers.start(address);
        await killed;
        proxy.calm();
        await workers.start(address);
        await untilFinished(batchId);
        await expectWholeAndGone(batchId, recordsOfKilled);
      });
    });
  });
}
