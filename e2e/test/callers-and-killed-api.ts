import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect } from '@jest/globals';
import { PlatformClient, type RemovedKey } from '@trading-platform/client';
import type { ApiCaller } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';

const buyer = '10000001';
const seller = '30000003';
const master = '/master/download/buy';
/** With this many products, the uncompressed keys do not fit into the buffers of a connection (4 MB). */
const productCount = 34_000;
const itemId = (index: number) => String(index).padStart(5, '0').padStart(20, '鯛');
const product = (index: number) => ({
  member_code: buyer,
  member_code_partner: seller,
  buy: [{ item_id: itemId(index) }],
});
const members = [buyer, seller].map((member_code) => ({ member_code, member_name: member_code }));
const waitingCalls = 20;
/** The calls wait for 30 seconds at most, and a slow machine takes long to start a service. */
const soonMs = 120_000;

/** Tests callers that are in the middle of a call when the data API is killed. */
export function describeCallersAndKilledApi(database: DatabaseKind): void {
  describePlatform('a data API that is killed', { database }, (flow, platform) => {
    let caller: ApiCaller;
    let client: PlatformClient;
    let batchId: string;
    let readings = 0;
    /** Reads answers uncompressed, so that an answer is not yet complete when its first keys have arrived. */
    const plainFetch: typeof fetch = (input, init) => {
      if (typeof input === 'string' && input.endsWith('/removed')) readings++;
      return fetch(input, { ...init, headers: { ...(init?.headers as object), 'accept-encoding': 'identity' } });
    };

    beforeAll(async () => {
      await platform().load('members', members);
      caller = await platform().caller(buyer);
      client = new PlatformClient({
        ...caller.credentials,
        ...caller.addresses,
        retry: { attempts: 60, longestWaitMs: 500 },
        fetch: plainFetch,
      });
      const { changeCursor } = await client.master.download({}).ready;
      const products = Array.from({ length: productCount }, (_, index) => product(index));
      await platform().load('master', products);
      const lines = products.map((line) => `${JSON.stringify(line)}\n`).join('');
      await platform().operate(['import', 'master', '-', '--delete'], lines);
      const changes = await client.master.download({}, { changesSince: changeCursor }).ready;
      expect(changes).toMatchObject({ changesOnly: true, recordCount: 0 });
      ({ batchId } = changes);
    });

    const killAndStart = async () => {
      await platform().service('api').end('SIGKILL');
      await platform().startService('api');
    };

    const waitingNow = async () => {
      const metrics = await (await fetch(`${platform().apiUrl}/metrics`)).text();
      return Number(/^api_waiting_calls (\d+)$/m.exec(metrics)?.[1]);
    };
    const untilWaiting = async () => {
      while ((await waitingNow()) < waitingCalls) await sleep(20);
    };

    flow('changes no byte of the removed keys that a caller was reading', async () => {
      const whole = await readRemoved(caller, batchId);
      expect(whole).toMatchObject({ isWhole: true, etag: expect.stringMatching(/^"/) });
      expect(whole.body.toString().trimEnd().split('\n')).toHaveLength(productCount);
      const broken = await readRemoved(caller, batchId, killAndStart);
      expect(broken.isWhole).toBe(false);
      expect(broken.body.length).toBeGreaterThan(0);
      expect(digest(broken.body)).toBe(digest(whole.body.subarray(0, broken.body.length)));
      // If the caller dies as well, only its connection closes.
      const left = await readRemoved(caller, batchId, async (answer) => void answer.destroy());
      expect(left.isWhole).toBe(false);
      const again = await readRemoved(caller, batchId);
      expect([again.etag, digest(again.body)]).toEqual([whole.etag, digest(whole.body)]);
    });

    flow('lets the client ask again for the removed keys that it has not yet received', async () => {
      const keys: RemovedKey[] = [];
      for await (const key of client.batches.removed(batchId)) {
        keys.push(key);
        if (keys.length === 100) await killAndStart();
      }
      expect(readings).toBeGreaterThanOrEqual(2);
      expect(keys.map(({ item_id }) => item_id).toSorted()).toEqual(
        Array.from({ length: productCount }, (_, index) => itemId(index)),
      );
    });

    flow('leaves no caller waiting, and the callers ask again', async () => {
      await platform().service('worker').end();
      await platform().load('master', [product(1)]);
      const waiting = await caller.request(master, {});
      const wait = async () =>
        caller.call(`${master}/check`, { batch_id: waiting }, { headers: { Prefer: 'wait=30' } });
      const calls = Array.from({ length: waitingCalls }, async () =>
        wait().then(
          () => 'answered',
          () => 'closed',
        ),
      );
      const bySdk = client.master.resume({ batchId: waiting }).ready;
      await untilWaiting();
      await platform().service('api').end('SIGKILL');
      expect(await inTime(Promise.all(calls))).toEqual(calls.map(() => 'closed'));
      await platform().startService('api');
      const untilEnded = async () => {
        for (;;) {
          const flag = (await wait()).body['batch_flg'];
          if (flag !== '1' && flag !== '2') return flag;
        }
      };
      const again = Array.from({ length: waitingCalls }, untilEnded);
      await untilWaiting();
      await platform().startService('worker');
      expect(new Set(await inTime(Promise.all(again)))).toEqual(new Set(['3']));
      expect(await inTime(bySdk)).toMatchObject({ batchId: waiting, recordCount: 1 });
    });
  });
}

interface Reading {
  readonly body: Buffer;
  readonly etag: string | undefined;
  /** Whether the answer was complete. */
  readonly isWhole: boolean;
}

/** Reads removed keys. While `inTheMiddle` runs, nothing is read. */
async function readRemoved(
  caller: ApiCaller,
  batchId: string,
  inTheMiddle?: (answer: { destroy(): unknown }) => Promise<void>,
): Promise<Reading> {
  const url = `${caller.addresses.apiUrl}/ordApi/order/batches/${batchId}/removed`;
  const headers = { authorization: `Bearer ${await caller.token()}` };
  return new Promise((resolve, reject) => {
    const call = request(url, { headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      let middle = Promise.resolve();
      const end = (isWhole: boolean) => resolve({ body: Buffer.concat(pieces), etag: answer.headers.etag, isWhole });
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if (pieces.length !== 1 || inTheMiddle === undefined) return;
        answer.pause();
        middle = inTheMiddle(answer).then(() => void answer.resume());
      });
      answer.once('error', () => undefined);
      answer.once('close', () => void middle.then(() => end(answer.complete), reject));
    });
    call.once('error', reject);
    call.end();
  });
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const tooLate = sleep(soonMs, undefined, { signal: late.signal }).then(() => {
    throw new Error(`Nothing came within ${soonMs} ms`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    late.abort();
    tooLate.catch(() => undefined);
  }
}
