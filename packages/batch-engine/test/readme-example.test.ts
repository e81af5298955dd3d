import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { BatchEngine, type BatchFunction, BatchWorker, sendBody } from '../src/index.js';
import { openBatchStorage } from '../src/typeorm/index.js';

interface PrimesBelow {
  readonly limit: number;
}

/**
 * A kind of download is defined by a name, the name of an array, the maximum number of records in one call, and a function that
 * finds the records.
 */
const primes: BatchFunction<PrimesBelow> = {
  name: 'primes',
  arrayName: 'prime_list',
  maxRecordsPerGet: 1000,
  recordHead: (batch, seq) => `{"batch_id":"${batch.batchId}","seq":"${seq}",`,
  open: async ({ limit }) => ({
    instant: new Date(),
    records: primesBelow(limit),
    close: async () => undefined,
  }),
};

/** Records come in chunks and are already rendered: each contains the bytes after the head. */
async function* primesBelow(limit: number) {
  for (let from = 2; from < limit; from += 1000) {
    const numbers = Array.from({ length: Math.min(1000, limit - from) }, (_, n) => from + n);
    yield numbers.filter(isPrime).map((prime) => ({ body: Buffer.from(`"prime":"${prime}"}`) }));
  }
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}

it('serves prime numbers, as the README shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'primes-'));
  const storage = await openBatchStorage({ address: `sqlite:${join(folder, 'primes.sqlite')}` });

  // The worker process produces batches.
  const worker = new BatchWorker({ ...storage, functions: [primes] });
  worker.start();

  // The serving process answers callers.
  const engine = new BatchEngine({ ...storage, functions: [primes] });
  const caller = { functionName: 'primes', memberCode: '10000001', clientId: 'client-1' };
  const { batchId } = await engine.request({ ...caller, criteria: { limit: 10_000 } });
  while ((await engine.confirm({ ...caller, batchId })).state !== 'finished') await sleep(20);

  let complete: Promise<boolean> | undefined;
  const server = createServer((_, reply) => {
    complete = engine
      .range({
        ...caller,
        batchId,
        seqFrom: 1001,
        seqTo: 1100,
        encoding: 'gzip',
        head: '{"result":0,"prime_list":[',
        tail: ']}',
      })
      .then((range) => {
        reply.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': range.contentLength });
        return sendBody(range, reply);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const answer = (await response.json()) as { result: number; prime_list: unknown[] };
  expect(answer.result).toBe(0);
  expect(answer.prime_list).toHaveLength(100);
  expect(answer.prime_list[0]).toEqual({ batch_id: batchId, seq: '1001', prime: '7927' });
  expect(await complete).toBe(true);
  expect(await engine.confirm({ ...caller, batchId })).toMatchObject({ state: 'finished', recordCount: 1229 });

  server.close();
  await worker.stop();
  await engine.close();
  await storage.close();
  await rm(folder, { recursive: true });
});
