import { setTimeout as sleep } from 'node:timers/promises';
import { type DownloadName, downloads } from '@trading-platform/domain-types';
import type { ApiCaller } from '../api-caller.js';
import type { Platform } from '../platform.js';
import { type Comparable, comparable } from './comparable.js';
import type { Questions } from './questions.js';

type Pair<Value> = readonly [former: Value, present: Value];
type Json = Record<string, unknown>;

interface Call {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  /** One body for both platforms, or two bodies if identifiers differ. */
  readonly body?: Json | Pair<Json>;
  readonly headers?: Readonly<Record<string, string>> | Pair<Readonly<Record<string, string>>>;
}

/** A difference between two answers. */
export interface Difference {
  readonly call: Call;
  readonly former: Partial<Comparable>;
  readonly present: Partial<Comparable>;
}

const waiting = { Prefer: 'wait=30' };

/** Makes the same calls to two platforms with the same data. */
export class TwoPlatforms {
  readonly differences: Difference[] = [];
  /** The number of compared answers of each kind, such as `200 /trade/download/get`. */
  readonly compared = new Map<string, number>();
  /** The number of records that were received by get calls. */
  records = 0;
  readonly #callers = new Map<string, Pair<ApiCaller>>();

  constructor(readonly platforms: Pair<Platform>) {}

  /**
   * Makes a call to both platforms and records differences. Returns both bodies if the earlier version answered 200.
   */
  async ask(memberCode: string, call: Call): Promise<Pair<Json> | undefined> {
    const callers = await this.#callersOf(memberCode);
    const answers = await both((index) => send(callers[index], call, index));
    const [former, present] = await both((index) => comparable(answers[index]));
    const kind = `${former.status} ${call.path.replace(/\d+/g, 'N')}`;
    this.compared.set(kind, (this.compared.get(kind) ?? 0) + 1);
    if (JSON.stringify(former) !== JSON.stringify(present)) {
      this.differences.push({ call, former: unlike(former, present), present: unlike(present, former) });
    }
    return former.status === 200 ? both(async (index) => (await answers[index].json()) as Json) : undefined;
  }

  /** Makes a complete download: a request, a check, and get calls for all records and for single ranges. */
  async download(memberCode: string, name: DownloadName, questions: Questions, body = questions.download(name)) {
    const { paths } = downloads[name];
    const requested = await this.ask(memberCode, { path: paths.request, body, headers: waiting });
    if (requested === undefined) return undefined;
    const ids = requested.map((answer) => ({ batch_id: String(answer['batch_id']) })) as unknown as Pair<Json>;
    await this.#ended(memberCode, paths.check, ids);
    await this.ask(memberCode, { path: questions.pick([paths.check, paths.confirm]), body: ids });
    const count = Number(requested[0]['record_count']);
    this.records += count;
    const whole = { seq_from: '1', seq_to: String(Math.max(count, 1)) };
    for (const range of [whole, ...(count > 3 ? [questions.range(count), questions.range(count)] : [])]) {
      const encoding = { 'Accept-Encoding': questions.pick(['gzip', 'gzip', 'identity']) };
      const bodies = ids.map((id) => ({ ...id, ...range })) as unknown as Pair<Json>;
      await this.ask(memberCode, { path: paths.get, body: bodies, headers: encoding });
    }
    return this.ask(memberCode, { path: `/batches/${String(ids[0]['batch_id'])}`, method: 'GET' });
  }

  async #ended(memberCode: string, path: string, ids: Pair<Json>): Promise<void> {
    const callers = await this.#callersOf(memberCode);
    await both(async (index) => {
      for (;;) {
        const { body } = await callers[index].call(path, ids[index], { headers: waiting });
        if (body['batch_flg'] !== '1' && body['batch_flg'] !== '2') return;
        await sleep(50);
      }
    });
  }

  async #callersOf(memberCode: string): Promise<Pair<ApiCaller>> {
    const known = this.#callers.get(memberCode) ?? (await both((index) => this.platforms[index].caller(memberCode)));
    this.#callers.set(memberCode, known);
    return known;
  }
}

async function both<Value>(work: (index: 0 | 1) => Promise<Value>): Promise<Pair<Value>> {
  return Promise.all([work(0), work(1)]);
}

async function send(caller: ApiCaller, { path, method = 'POST', body, headers = {} }: Call, index: 0 | 1) {
  const content = Array.isArray(body) ? (body as Pair<Json>)[index] : body;
  const own = Array.isArray(headers) ? (headers as Pair<Readonly<Record<string, string>>>)[index] : headers;
  return fetch(`${caller.addresses.apiUrl}/ordApi/order${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await caller.token()}`,
      ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(own as Readonly<Record<string, string>>),
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  });
}

/**
 * Describes the parts that only one of two answers has. For texts the function returns the position of the first
 * difference.
 */
function unlike(one: Comparable, other: Comparable): Partial<Comparable> {
  const length = Math.min(one.text.length, other.text.length);
  let part = 0;
  while (part < length && one.text[part] === other.text[part]) part += 1;
  return {
    ...(one.status === other.status ? {} : { status: one.status }),
    ...(String(one.headerNames) === String(other.headerNames) ? {} : { headerNames: one.headerNames }),
    ...(JSON.stringify(one.headers) === JSON.stringify(other.headers) ? {} : { headers: one.headers }),
    ...(one.text === other.text ? {} : { text: one.text.slice(Math.max(0, part - 100), part + 100) }),
  };
}
