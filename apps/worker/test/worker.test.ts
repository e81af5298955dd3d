import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type Batch, BatchStore, BatchWorker, SegmentStore } from '@trading-platform/batch-engine';
import { MemoryBatchStore, MemorySegmentStore } from '@trading-platform/batch-engine/testing';
import { MethodNotAllowed, Metrics, Readiness } from '@trading-platform/service';
import { silentService } from '@trading-platform/service/testing';
import { WorkerModule } from '../src/app.module.js';
import { readEnv } from '../src/env.js';

let folder: string;
let running: INestApplicationContext | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trading-platform-worker-'));
});

afterEach(async () => {
  await running?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The same worker as in production, but with stores in memory and without HTTP. */
async function startWith(batches: MemoryBatchStore): Promise<INestApplicationContext> {
  const env = readEnv({ ORDERING_DATABASE_URL: `sqlite:${join(folder, 'ordering.sqlite')}` });
  const module = await Test.createTestingModule({ imports: [silentService(env), WorkerModule.with(env)] })
    .overrideProvider(BatchStore)
    .useValue(batches)
    .overrideProvider(SegmentStore)
    .useValue(new MemorySegmentStore())
    .overrideProvider(MethodNotAllowed)
    .useValue({})
    .compile();
  running = await module.init();
  return running;
}

const request = {
  functionName: 'orderblock',
  memberCode: '10000001',
  clientId: 'client-1',
  criteria: {
    download: 'orderblock',
    memberCode: '10000001',
    clientId: 'C1',
    request: { member_code_seller: ['10000001'] },
  },
  requestedAt: 0,
};

describe('WorkerModule', () => {
  it('produces the batches of the store that is provided, and tells of them', async () => {
    const batches = new MemoryBatchStore();
    const { id } = await batches.add(request);
    const application = await startWith(batches);
    const ended = await untilEnded(batches, id);
    expect(ended).toMatchObject({ state: 'empty', reason: undefined });
    const metrics = await application.get(Metrics).registry.metrics();
    expect(metrics).toContain('batches_unfinished{state="waiting"} 0');
    expect(metrics).toContain('batches_oldest_waiting_seconds 0');
    expect(metrics).toContain('batches_unfinished_by_function{function="orderblock",state="waiting"} 0');
    expect(metrics).toContain('database_callers_waiting{database="ordering"} 0');
    expect(metrics).toContain('database_connections_max{database="batch"} 1');
    expect(metrics).toContain('batch_attempts_total{function="orderblock",result="empty"} 1');
    expect(metrics).toContain('batch_production_seconds_count{function="orderblock"} 1');
    const dependencies = await application.get(Readiness).check({ onlyNeeded: false });
    expect(dependencies.map(({ name, works }) => [name, works])).toEqual([
      ['ordering database', true],
      // No auth runs here.
      ['rights of endpoints', false],
      ['batch database', true],
    ]);
  });

  it('takes nothing more once it has stopped', async () => {
    const batches = new MemoryBatchStore();
    const application = await startWith(batches);
    await application.close();
    running = undefined;
    const { id } = await batches.add(request);
    application.get(BatchWorker).wake();
    expect((await batches.find(id))?.state).toBe('waiting');
  });
});

async function untilEnded(batches: BatchStore, id: number): Promise<Batch | undefined> {
  for (;;) {
    const batch = await batches.find(id);
    if (batch?.endedAt !== undefined) return batch;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
