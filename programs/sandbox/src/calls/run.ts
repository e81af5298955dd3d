import { createHash } from 'node:crypto';
import { type Action, actionText, type Call, type CalledBatch, type CallKind } from '../scenarios/call.js';
import { type Choice, choiceText } from '../scenarios/choice.js';
import { type Arrived, aboutOf, batchIdOf } from './arrived.js';

/** Facts of one run of a scenario. */
export interface RunFacts {
  readonly choice: string;
  readonly calls: number;
  /** Number of calls that the front did not simply pass on. */
  readonly disturbed: number;
  /** Number of calls for each action: `pass`, `refuse 429`, … */
  readonly actions: Readonly<Record<string, number>>;
  readonly batches: number;
  /** Batch requests that were repeated without an Idempotency-Key. Each of them made another batch. */
  readonly doubledRequests: number;
}

/** The maximum number of distinct calls, tokens and batches that a run remembers. */
const mostRemembered = 20_000;

/** Counts the calls of one run. So the rules of scenarios can be pure functions of numbers. */
export class Run {
  readonly choice: Choice;
  readonly #actions = new Map<string, number>();
  readonly #repetitions = new Map<string, { kindNumber: number; times: number }>();
  readonly #kinds = new Map<CallKind, number>();
  readonly #tokens = new Map<string, { readonly number: number; calls: number }>();
  readonly #batches = new Map<string, { readonly number: number; checks: number; gets: number }>();
  readonly #requests = new Map<string, { readonly key: string | undefined; readonly batchId: string }>();
  #calls = 0;
  #disturbed = 0;
  #doubledRequests = 0;

  constructor(choice: Choice) {
    this.choice = choice;
  }

  get facts(): RunFacts {
    return {
      choice: choiceText(this.choice),
      calls: this.#calls,
      disturbed: this.#disturbed,
      actions: Object.fromEntries(this.#actions),
      batches: this.#batches.size,
      doubledRequests: this.#doubledRequests,
    };
  }

  /** The numbers of an incoming call. */
  enter(arrived: Arrived, kind: CallKind, values: Readonly<Record<string, unknown>>): Call {
    const { kindNumber, repetition } = this.#repeated(arrived, kind);
    this.#calls++;
    return {
      seed: this.choice.seed,
      service: arrived.service,
      kind,
      about: aboutOf(arrived, kind),
      number: this.#calls,
      kindNumber,
      repetition,
      disturbed: this.#disturbed,
      token: this.#tokenOf(arrived),
      batch: this.#batchOf(batchIdOf(arrived, values)),
      width: Number(values['seq_to']) - Number(values['seq_from']) + 1,
    };
  }

  /** Records the action taken on a call. */
  leave(arrived: Arrived, { kind }: Call, values: Readonly<Record<string, unknown>>, action: Action): void {
    const done = actionText(action);
    this.#actions.set(done, (this.#actions.get(done) ?? 0) + 1);
    if (action.do !== 'pass') this.#disturbed++;
    const batch = this.#batches.get(batchIdOf(arrived, values) ?? '');
    if (batch === undefined) return;
    const isShown = action.do === 'pass' || action.do === 'show batch' || action.do === 'wait' || action.do === 'drip';
    if (kind === 'check' && isShown) batch.checks++;
    if ((kind === 'get' || kind === 'records') && action.do === 'pass') batch.gets++;
  }

  /** Records the batch that a request has made. */
  requested({ path, headers, body }: Arrived, batchId: string): CalledBatch {
    const known = this.#batchOf(batchId);
    if (known !== undefined) return known;
    remember(this.#batches, batchId, { number: this.#batches.size + 1, checks: 0, gets: 0 });
    const key = headers['idempotency-key'];
    const same = digestOf(path, body);
    const before = this.#requests.get(same);
    if (before !== undefined && before.key === undefined && key === undefined) this.#doubledRequests++;
    remember(this.#requests, same, { key: key === undefined ? undefined : String(key), batchId });
    return { number: this.#batches.size, checks: 0, gets: 0 };
  }

  #repeated({ method, path, body }: Arrived, kind: CallKind): { kindNumber: number; repetition: number } {
    const key = digestOf(method, path, body);
    const known = this.#repetitions.get(key);
    if (known !== undefined) {
      known.times++;
      return { kindNumber: known.kindNumber, repetition: known.times };
    }
    const kindNumber = (this.#kinds.get(kind) ?? 0) + 1;
    this.#kinds.set(kind, kindNumber);
    remember(this.#repetitions, key, { kindNumber, times: 1 });
    return { kindNumber, repetition: 1 };
  }

  #tokenOf({ service, headers }: Arrived): Call['token'] {
    const { authorization } = headers;
    if (service !== 'api' || typeof authorization !== 'string') return undefined;
    const key = digestOf(authorization);
    const known = this.#tokens.get(key) ?? { number: this.#tokens.size + 1, calls: 0 };
    known.calls++;
    remember(this.#tokens, key, known);
    return { ...known };
  }

  #batchOf(batchId: string | undefined): CalledBatch | undefined {
    if (batchId === undefined) return undefined;
    const known = this.#batches.get(batchId);
    return known === undefined ? undefined : { ...known };
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  if (map.size > mostRemembered) map.delete(map.keys().next().value as string);
}

function digestOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
