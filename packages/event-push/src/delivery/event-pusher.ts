import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { EndpointCaller } from '../calling/call-endpoint.js';
import type { VisibleMembers } from './authority.js';
import { EndpointRun } from './endpoint-run.js';
import type { PushContext } from './push-context.js';
import { PushJournal } from './push-journal.js';
import type { LeasedEndpoint } from './push-store.js';

/** A lease of five seconds outlives four looks that fail or are late. */
const lookEveryMs = 1_000;
/** How long calls may still take when the process ends. Later ones are broken off, and their events are pushed again. */
const graceMs = 1_000;
const trimEveryMs = 60_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** The ports and the limits of an `EventPusher`. */
export interface EventPusherOptions
  extends Pick<PushContext, 'store' | 'log' | 'feed' | 'secrets' | 'authorities' | 'visibleMembers'> {
  readonly caller: EndpointCaller;
  readonly now?: () => number;
  readonly logger?: PushContext['logger'];
  readonly observe?: PushContext['observe'];
  /** After how long without a sign of life the endpoints of a process are taken over. Default: 5 seconds. */
  readonly leaseMs?: number;
  /** Calls of all endpoints at the same time. Default: 1,000, and 250 of endpoints that have just failed. */
  readonly callsAtOnce?: number;
  readonly failingCallsAtOnce?: number;
  /** How long events are kept, and therefore their repeats. Default: 30 days. */
  readonly keptDays?: number;
}

/**
 * Pushes events to endpoints. Any number of processes can run a pusher. Each takes its share of the endpoints with a lease; if a
 * process is killed, others take over its endpoints when the lease has ended, and push again what may not have arrived.
 */
export class EventPusher {
  readonly #options: EventPusherOptions;
  readonly #context: PushContext;
  readonly #workerId = randomUUID();
  readonly #runs = new Map<string, EndpointRun>();
  readonly #leaseMs: number;
  readonly #breakingOff = new AbortController();
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #trimmedAt: number;
  #isStopped = true;

  constructor(options: EventPusherOptions) {
    const { store, logger, now = Date.now, observe, leaseMs = 5_000 } = options;
    this.#options = options;
    this.#leaseMs = leaseMs;
    this.#trimmedAt = now();
    this.#context = {
      ...options,
      now,
      logger,
      observe,
      journal: new PushJournal(store, (endpointId) => void this.#drop(endpointId), logger),
      slots: pLimit(options.callsAtOnce ?? 1_000),
      failingSlots: pLimit(options.failingCallsAtOnce ?? 250),
      visibleMembers: momentarily(options.visibleMembers),
      breakOff: this.#breakingOff.signal,
    };
  }

  /** How many endpoints this process serves. */
  get endpointCount(): number {
    return this.#runs.size;
  }

  /** How many calls are under way. */
  get callCount(): number {
    return this.#context.slots.activeCount + this.#context.failingSlots.activeCount;
  }

  start(): void {
    this.#isStopped = false;
    this.#look();
  }

  /** Gives the calls that have begun a moment, writes what came of them, and leaves the endpoints to others. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    this.#context.journal.close();
    const timer = setTimeout(() => this.#breakingOff.abort(), graceMs);
    await Promise.all([...this.#runs.values()].map((run) => run.stop()));
    clearTimeout(timer);
    await this.#context.journal.settle();
    this.#runs.clear();
    await this.#context.store.leave(this.#workerId).catch(() => undefined);
  }

  #look(): void {
    this.#looking = this.#lookAndPlan();
  }

  async #lookAndPlan(): Promise<void> {
    try {
      await this.#lookOnce();
    } catch (error) {
      this.#context.logger?.error({ err: error }, 'the endpoints of events cannot be read');
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#look(), lookEveryMs);
  }

  async #lookOnce(): Promise<void> {
    const { store, now } = this.#context;
    const time = now();
    const workers = await store.beat(this.#workerId, time, time + this.#leaseMs);
    const mine = await store.leased(this.#workerId);
    await this.#keep(mine);
    const share = Math.ceil((await store.countEnabled()) / Math.max(1, workers));
    if (mine.length < share) {
      const claimed = await store.claim(this.#workerId, share - mine.length);
      for (const leased of claimed) this.#begin(leased);
    }
    await this.#giveBack(this.#runs.size - share - 1);
    if (time - this.#trimmedAt >= trimEveryMs) await this.#trim(time);
  }

  /** Goes on with what this process still serves, and leaves the rest. */
  async #keep(mine: readonly LeasedEndpoint[]): Promise<void> {
    const leased = new Map(mine.map((each) => [each.endpoint.endpointId, each]));
    const gone = [...this.#runs].filter(
      ([endpointId, { leaseToken }]) => leased.get(endpointId)?.leaseToken !== leaseToken,
    );
    for (const [endpointId] of gone) void this.#drop(endpointId);
    for (const each of mine) {
      const run = this.#runs.get(each.endpoint.endpointId);
      if (run === undefined) this.#begin(each);
      else run.update(each.endpoint);
    }
  }

  #begin(leased: LeasedEndpoint): void {
    if (this.#isStopped || this.#runs.has(leased.endpoint.endpointId)) return;
    const run = new EndpointRun(leased, this.#context);
    this.#runs.set(leased.endpoint.endpointId, run);
    run.start();
  }

  async #drop(endpointId: string): Promise<void> {
    const run = this.#runs.get(endpointId);
    this.#runs.delete(endpointId);
    await run?.stop();
  }

  /** Leaves some endpoints to a process that has begun later. */
  async #giveBack(surplus: number): Promise<void> {
    if (surplus <= 0) return;
    const endpointIds = [...this.#runs.keys()].slice(0, surplus);
    await Promise.all(endpointIds.map((endpointId) => this.#drop(endpointId)));
    await this.#context.journal.settle();
    await this.#context.store.release(this.#workerId, endpointIds);
  }

  async #trim(now: number): Promise<void> {
    this.#trimmedAt = now;
    await this.#context.store.trim([...this.#runs.keys()], now - (this.#options.keptDays ?? 30) * dayMs);
  }
}

/** Endpoints of the same member ask the same question every second, so it is asked once for all of them. */
function momentarily(visibleMembers: VisibleMembers): VisibleMembers {
  const answers = new LRUCache<string, ReturnType<VisibleMembers>>({ max: 1_000, ttl: 1_000 });
  return (memberCode, memberCodes) => {
    const question = JSON.stringify([memberCode, memberCodes]);
    const answer = answers.get(question) ?? visibleMembers(memberCode, memberCodes);
    if (!answers.has(question)) answers.set(question, answer);
    return answer;
  };
}
