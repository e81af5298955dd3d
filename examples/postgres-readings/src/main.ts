import { createWriteStream } from 'node:fs';
import { BatchEngine, BatchWorker, sendBody } from '@trading-platform/batch-engine';
import { openPgBossQueue } from '@trading-platform/batch-engine/pg-boss';
import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import pg from 'pg';
import { readingsFrom } from './readings.js';

const { DATABASE_URL: address = 'postgres://localhost/readings', OUT = 'readings.ndjson' } = process.env;
const pool = new pg.Pool({ connectionString: address });
await pool.query(
  'CREATE TABLE IF NOT EXISTS reading (sensor TEXT, at TIMESTAMPTZ, celsius REAL, PRIMARY KEY (sensor, at))',
);
await pool.query(`INSERT INTO reading SELECT 'cellar', '2026-11-01'::timestamptz + n * interval '1 minute', 12 + n % 7
  FROM generate_series(1, 10000) AS n ON CONFLICT DO NOTHING`);

// The tables of the batches and of the queue are beside the tables of the application.
const storage = await openBatchStorage({ address, openQueue: openPgBossQueue });
const functions = [readingsFrom(pool)];
const worker = new BatchWorker({ ...storage, functions });
const engine = new BatchEngine({ ...storage, functions });
worker.start();

const caller = { functionName: 'readings', memberCode: '10000001', clientId: 'example' };
const { batchId } = await engine.request({ ...caller, criteria: { sensor: 'cellar' } });
const { state, recordCount } = await engine.wait({ ...caller, batchId }, { ms: 60_000 });
process.stdout.write(`${state}: ${recordCount} readings\n`);
await sendBody(await engine.records({ ...caller, batchId, encoding: 'identity' }), createWriteStream(OUT));

// The process ends only after the producer, the server, the storage and our own pool are closed, in this order.
await worker.stop();
await engine.close();
await storage.close();
await pool.end();
