import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { describe, expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import type { DemoMarket } from '../src/demo-market.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import { seeded } from '../src/seeded.js';

const master = '/master/download/buy';
const longestPauseMs = 200;
const ranges = 4;
const readsPerRound = 5;
const retryMs = 50;
/** Because of this pause, the kills come before all batches have been requested. */
const requestPauseMs = 100;

interface KilledApiTest {
  readonly rounds: number;
  /** The number of idempotency keys, and of the batches that the caller requests at most. */
  readonly keys: number;
  readonly recordsPerRange: number;
  readonly timeoutMs?: number;
}

/**
 * Kills the data API at random times. Meanwhile one caller requests batches and another reads ranges, and both retry.
 * Each answered request must have made exactly one batch. The bytes of a range must never change.
 */
export function describeKilledApi(
  flow: DescribeFlow,
  loaded: () => DemoMarket,
  { rounds, keys, recordsPerRange, timeoutMs }: KilledApiTest,
): void {
  describe(`a data API killed ${rounds} times`, () => {
    flow(
      'loses and repeats no batch, and changes no byte (seed 5)',
      async (platform) => {
        const random = seeded(5);
        const market = loaded();
        // A client without batches.
        const caller = await platform.caller(market.headOffice, await platform.createClient('patient'));
        const criteria = { member_group_code_list: market.memberGroups };
        const batchId = await caller.request(master, criteria);
        const { count } = await caller.waitForEnd(master, batchId);
        const checksums = new Map<string, string>();
        const batches = new Map<string, string>();
        const state = { going: true, reads: 0 };
        const reading = (async () => {
          while (state.going) {
            const from = 1 + recordsPerRange * Math.floor(random() * ranges);
            const range = { batch_id: batchId, seq_from: String(from), seq_to: String(from + recordsPerRange - 1) };
            const sum = await insist(() => arrayChecksum(caller, range));
            expect(sum).toBe(checksums.get(range.seq_from) ?? sum);
            checksums.set(range.seq_from, sum);
            state.reads++;
          }
        })();
        const requesting = (async () => {
          for (let n = 0; state.going; n++) {
            const key = `key-${n % keys}`;
            const id = await insist(() => requestUnder(caller, key, criteria));
            expect(id).toBe(batches.get(key) ?? id);
            batches.set(key, id);
            await sleep(requestPauseMs);
          }
        })();
        for (let round = 0; round < rounds; round++) {
          const enough = state.reads + readsPerRound;
          while (state.reads < enough) await sleep(retryMs);
          await sleep(random() * longestPauseMs);
          await platform.service('api').end('SIGKILL');
          await platform.startService('api');
        }
        await sleep(longestPauseMs);
        state.going = false;
        await Promise.all([reading, requesting]);
        expect(batches.size).toBeGreaterThan(0);
        expect(new Set(batches.values()).size).toBe(batches.size);
        const { body } = await caller.call<{ batch_list: unknown[] }>('/batches?limit=1000', undefined, {
          method: 'GET',
        });
        expect(body.batch_list).toHaveLength(batches.size + 1);
        for (const id of batches.values()) {
          expect(await caller.waitForEnd(master, id)).toEqual({ flag: '3', count });
        }
      },
      timeoutMs,
    );
  });
}

async function requestUnder(caller: ApiCaller, key: string, criteria: object): Promise<string> {
  const { status, body } = await caller.call(`${master}/request`, criteria, { headers: { 'Idempotency-Key': key } });
  if (status !== 200) throw new Error(`Request answered ${status}`);
  return String(body['batch_id']);
}

/** Returns the CRC-32 of the received array. The checksum must equal the value in the header. */
async function arrayChecksum(caller: ApiCaller, range: object): Promise<string> {
  const answer = await fetch(`${caller.addresses.apiUrl}/ordApi/order${master}/get`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await caller.token()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(range),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Get answered ${answer.status}`);
  const array = text.slice(text.indexOf('"master":[') + '"master":['.length, text.lastIndexOf(']'));
  const sum = crc32(array).toString(16).padStart(8, '0');
  expect(answer.headers.get('x-range-crc32')).toBe(sum);
  return sum;
}

/** Retries if no service answers, but not after a wrong answer. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isBroken(error)) throw error;
      await sleep(retryMs);
    }
  }
}

/**
 * Whether the call got no connection, lost its connection, or got the answer 503. `instanceof` cannot be used, because
 * the TypeError of `fetch` belongs to another realm.
 */
function isBroken(error: unknown): boolean {
  const { name, message } = error as Error;
  return name === 'TypeError' || message.endsWith('answered 503');
}
