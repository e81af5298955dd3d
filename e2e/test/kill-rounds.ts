import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing/postgres';
import type { ApiCaller } from '../src/api-caller.js';
import { loadOrderMarket } from '../src/order-market.js';
import { Platform } from '../src/platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';

const longestPauseMs = 1_500;
const retryMs = 100;
/** The programs that are killed, in turn. */
const services = ['worker', 'api'] as const;

/** The result of one element, as a get call answers it. */
export interface InputRow {
  readonly seq: string;
  readonly trade_id: string;
  readonly version: string;
  readonly error_list: readonly object[];
}

/** A function that takes elements which the caller numbers, such as orders. */
export interface InputCalls {
  /** The path without the step. */
  readonly path: string;
  /** The name of the list in a request. */
  readonly list: string;
  /** The field with the caller's own number. */
  readonly numberField: string;
}

export type Element = Readonly<Record<string, unknown>>;

/** A platform with a small market for orders, whose programs are killed one after another. */
export class KilledPlatform {
  #round = 0;

  private constructor(
    readonly platform: Platform,
    private readonly server: PostgresServer | undefined,
  ) {}

  static async start(database: DatabaseKind, more: Readonly<Record<string, string>> = {}): Promise<KilledPlatform> {
    const server =
      database === 'postgres' ? await startPostgres({ durable: true, databases: ['ordering'] }) : undefined;
    const address = server && { ORDERING_DATABASE_URL: server.addressOf('ordering') };
    const settings = { BATCH_LEASE_SECONDS: '2', ...address, ...more };
    const platform = await Platform.start({ database: 'sqlite', settings });
    await loadOrderMarket(platform);
    return new KilledPlatform(platform, server);
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    await this.server?.end();
  }

  /**
   * Sends the elements, kills one program at a random time, and repeats the elements until all have been accepted, however each
   * batch ends. Returns the result of each element, by its number. An element must get the same result in all batches.
   */
  async sendThroughKill(
    caller: ApiCaller,
    calls: InputCalls,
    elements: readonly Element[],
    key: string,
  ): Promise<ReadonlyMap<string, InputRow>> {
    const first = await request(caller, calls, elements, key);
    await sleep(Math.random() * longestPauseMs);
    await this.#killOne();
    return takenInTheEnd(caller, calls, elements, first);
  }

  async #killOne(): Promise<void> {
    const victims = [...services, ...(this.server === undefined ? [] : [this.server])];
    const victim = victims[this.#round++ % victims.length] ?? services[0];
    if (typeof victim === 'string') {
      await this.platform.service(victim).end('SIGKILL');
      await this.platform.startService(victim);
    } else {
      await victim.kill();
      await victim.start();
    }
  }
}

async function takenInTheEnd(
  caller: ApiCaller,
  calls: InputCalls,
  elements: readonly Element[],
  firstBatch: string,
): Promise<ReadonlyMap<string, InputRow>> {
  const known = new Map<string, InputRow>();
  for (let batchId = firstBatch; ; batchId = await request(caller, calls, elements, `${firstBatch}-${batchId}`)) {
    const { batch_flg } = await ended(caller, calls, batchId);
    const range = { batch_id: batchId, seq_from: '1', seq_to: String(elements.length) };
    const { result_list } = await insist<{ result_list: readonly InputRow[] }>(caller, calls, 'get', range);
    for (const { seq, ...row } of result_list) {
      const number = String(elements[Number(seq) - 1]?.[calls.numberField]);
      expect(row).toMatchObject({ [calls.numberField]: number, error_list: [] });
      const before = known.get(number) ?? { seq, ...row };
      expect({ seq, ...row }).toEqual(before);
      known.set(number, before);
    }
    if (batch_flg !== '3') continue;
    expect(result_list).toHaveLength(elements.length);
    return known;
  }
}

async function request(
  caller: ApiCaller,
  calls: InputCalls,
  elements: readonly Element[],
  key: string,
): Promise<string> {
  const body = { [calls.list]: elements };
  const { batch_id } = await insist<{ batch_id: string }>(caller, calls, 'request', body, { 'Idempotency-Key': key });
  return batch_id;
}

async function ended(caller: ApiCaller, calls: InputCalls, batch_id: string): Promise<{ batch_flg: string }> {
  for (;;) {
    const check = await insist<{ batch_flg: string }>(caller, calls, 'check', { batch_id });
    if (check.batch_flg !== '1' && check.batch_flg !== '2') return check;
    await sleep(retryMs);
  }
}

/** Retries if no service answers or if a service is unavailable. Any other refusal is an error. */
async function insist<Body>(
  caller: ApiCaller,
  { path }: InputCalls,
  step: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Body> {
  for (;;) {
    const answer = await caller.call<Body>(`${path}/${step}`, body, { headers }).catch(() => undefined);
    if (answer?.status === 200) return answer.body;
    if (answer !== undefined && answer.status < 500) throw new Error(`${step}: ${JSON.stringify(answer.body)}`);
    await sleep(retryMs);
  }
}
