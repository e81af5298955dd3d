import 'reflect-metadata';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { describeDatabases } from '@trading-platform/database/testing';
import { BatchEngine, BatchStore } from '../src/index.js';
import { BatchProducingModule, BatchServingModule } from '../src/nest/index.js';
import { openPrefixMarker } from '../src/s3/index.js';
import { type BatchStorageOptions, batchSchema } from '../src/typeorm/index.js';
import { aDownload, letters, owner, until } from './a-download.js';
import { S3Server, serverKeys } from './s3-server.js';

@Module({})
class Application {}

function start(...imports: DynamicModule[]): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext({ module: Application, imports }, { logger: false, abortOnError: false });
}

const functions = [aDownload()];
/** The messages of errors that come from a closed database. */
const closed = /clos|after calling end|not (open|connected)/i;

/** Collects the readiness checks that a module adds. */
function noted() {
  const checks = new Map<string, () => Promise<unknown>>();
  return { checks, add: (name: string, check: () => Promise<unknown>) => void checks.set(name, check) };
}

const serving = (storage: BatchStorageOptions, readiness = noted()) =>
  start(BatchServingModule.forRoot({ storage, functions, readiness }));
const producing = (storage: BatchStorageOptions, readiness = noted()) =>
  start(BatchProducingModule.forRoot({ storage, functions, readiness }));

describeDatabases('the modules for Nest', [batchSchema], (open) => {
  let bucket: S3Server;
  let prefixes = 0;
  beforeAll(async () => {
    bucket = await S3Server.start();
  });
  afterAll(() => bucket.end());

  const inBucket = () => ({ address: `s3://segments/nest/${++prefixes}?endpoint=${bucket.url}`, ...serverKeys });
  it('serve and produce in two processes, from start to end', async () => {
    const storage = { address: (await open()).address };
    const [api, worker] = [await serving(storage), await producing(storage)];
    const engine = api.get(BatchEngine);
    const { batchId } = await engine.request({ ...letters, criteria: { count: 3 } });
    await until(async () => (await engine.details({ ...owner, batchId })).state === 'finished');
    await worker.close();
    const second = await engine.request({ ...letters, criteria: { count: 3 } });
    const [apiStore, workerStore] = [api.get(BatchStore), worker.get(BatchStore)];
    await expect(workerStore.counts()).rejects.toThrow(closed);
    expect(await apiStore.counts()).toEqual({ waiting: 1, processing: 0 });
    expect((await engine.details({ ...owner, batchId: second.batchId })).state).toBe('waiting');
    await api.close();
    await expect(apiStore.counts()).rejects.toThrow(closed);
  });

  it('tell what has to answer', async () => {
    const { address } = await open();
    const [near, far] = [noted(), noted()];
    const api = await serving({ address }, near);
    const worker = await producing({ address, segments: inBucket() }, far);
    expect([[...near.checks.keys()], [...far.checks.keys()]]).toEqual([
      ['batch database'],
      ['batch database', 'segment bucket'],
    ]);
    for (const check of [...near.checks.values(), ...far.checks.values()]) await check();
    await api.close();
    await worker.close();
    await expect(near.checks.get('batch database')!()).rejects.toThrow(closed);
  });

  it('claim a prefix of a bucket where they produce, and only there', async () => {
    const segments = inBucket();
    const ownerOf = async () => (await openPrefixMarker(segments)).owner();
    const storage = { address: (await open()).address, segments };
    const api = await serving(storage);
    expect(await ownerOf()).toBeUndefined();
    const worker = await producing(storage);
    expect(await ownerOf()).toMatch(/^[0-9a-f-]{36}$/);
    await worker.close();
    await api.close();
  });

  it('do not start where the prefix belongs to another database, and leave no connection behind', async () => {
    const segments = inBucket();
    await (await openPrefixMarker(segments)).take('0b7a1c52-93f4-4a55-8f0e-2f4f2c9d1e01');
    const database = await open();
    await expect(producing({ address: database.address, segments, applicationName: 'refused' })).rejects.toMatchObject({
      code: 'foreign-prefix',
    });
    if (database.dialect === 'sqlite') return;
    const left = () => database.query(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'refused'`);
    await until(async () => (await left()).length === 0);
  });
});
