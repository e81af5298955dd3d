import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { EndpointCaller } from '../calling/call-endpoint.js';
import type { VisibleMembers } from './authority.js';
import { EndpointRun } from './endpoint-run.js';
import type { PushContext } from './push-context.js';
import { PushJournal } from './push-journal.js';
import type { Lease, LeasedEndpoint } from './push-store.js';

/** A lease of five seconds outlives four beats that fail or are late. */
const beatEveryMs = 1_000;
const lookEveryMs = 1_000;
/** How long calls may still take when the process ends. Longer calls are aborted, and their events are pushed again. */
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
  /** If a process gives no sign of life for this time, other processes take over its endpoints. Default: 5 seconds. */
  readonly leaseMs?: number;
  /**
   * How many calls may run at the same time. Default: 1,000 for endpoints that work, 250 for endpoints that have just
   * failed.
   */
  readonly callsAtOnce?: number;
  readonly failingCallsAtOnce?: number;
  /** How long events are kept, and therefore their repeats. Default: 30 days. */
  readonly keptDays?: number;
}

/**
 * Pushes events to endpoints. Any number of processes can run a pusher. Each process uses leases to take its share of
 * the endpoints. If a process is killed, other processes take over its endpoints when the leases have ended. They push
 * all events again that may not have arrived.
 */
export class EventPusher {
  readonly #options: EventPusherOptions;
  readonly #context: PushContext;
  readonly #workerId = randomUUID();
  readonly #runs = new Map<string, EndpointRun>();
  readonly #leaseMs: number;
  readonly #breakingOff = new AbortController();
  readonly #stopping = new AbortController();
  /** The endpoints that are being left to another process, until their last calls have ended. */
  readonly #leaving = new Map<string, Promise<void>>();
  #beating: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #trimming: Promise<void> | undefined;
  #workers = 1;
  #trimmedAt: number;

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
      journal: new PushJournal(store, (lease) => this.#lose(lease), logger),
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
    this.#beating ??= this.#repeat(
      beatEveryMs,
      () => this.#beat(),
      'the leases of event endpoints cannot be prolonged',
    );
  }

  /**
   * Waits a moment for the calls that have begun, writes their outcomes, and leaves the endpoints to other processes.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#beating;
    await Promise.all([this.#looking, this.#trimming]);
    this.#context.journal.close();
    const timer = setTimeout(() => this.#breakingOff.abort(), graceMs);
    await Promise.all([...[...this.#runs.values()].map((run) => run.stop()), ...this.#leaving.values()]);
    clearTimeout(timer);
    await this.#context.journal.settle();
    this.#runs.clear();
    await this.#context.store.leave(this.#workerId).catch(() => undefined);
  }

  /** Repeats a task until the process stops. A failure is logged, and the task is repeated. */
  async #repeat(everyMs: number, work: () => Promise<void>, problem: string): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        await work();
      } catch (error) {
        this.#context.logger?.error({ err: error }, problem);
      }
      // oxlint-disable-next-line no-await-in-loop
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Nothing else may delay the next beat. Otherwise a slow database or endpoint would cost the process its leases. */
  async #beat(): Promise<void> {
    const { store, now } = this.#context;
    const time = now();
    this.#workers = await store.beat(this.#workerId, time, time + this.#leaseMs);
    this.#looking ??= this.#repeat(lookEveryMs, () => this.#look(), 'the endpoints of events cannot be read');
    this.#trimming ??= this.#repeat(lookEveryMs, () => this.#trim(), 'old attempts of events cannot be removed');
  }

  async #look(): Promise<void> {
    const { store } = this.#context;
    const mine = await store.leased(this.#workerId);
    this.#keep(mine);
    const share = Math.ceil((await store.countEnabled()) / Math.max(1, this.#workers));
    if (mine.length < share) {
      const claimed = await store.claim(this.#workerId, share - mine.length);
      for (const leased of claimed) this.#begin(leased);
    }
    this.#giveBack(this.#runs.size - share - 1);
  }

  /** Goes on with the endpoints that this process still serves, and ends the runs of all others. */
  #keep(mine: readonly LeasedEndpoint[]): void {
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
    const { endpointId } = leased.endpoint;
    if (this.#stopping.signal.aborted || this.#runs.has(endpointId) || this.#leaving.has(endpointId)) return;
    const run = new EndpointRun(leased, this.#context);
    this.#runs.set(endpointId, run);
    run.start();
  }

  async #drop(endpointId: string): Promise<void> {
    const run = this.#runs.get(endpointId);
    this.#runs.delete(endpointId);
    await run?.stop();
  }

  /**
   * Ends the run of a lost lease. The process may already serve the endpoint again with a new lease, whose run goes on.
   */
  #lose({ endpointId, leaseToken }: Lease): void {
    if (this.#runs.get(endpointId)?.leaseToken === leaseToken) void this.#drop(endpointId);
  }

  /**
   * Leaves some endpoints to a process that started later. Each endpoint is left as soon as its own calls have ended.
   */
  #giveBack(surplus: number): void {
    if (surplus <= 0 || this.#leaving.size > 0) return;
    for (const endpointId of [...this.#runs.keys()].slice(0, surplus)) {
      this.#leaving.set(endpointId, this.#release(endpointId));
    }
  }

  async #release(endpointId: string): Promise<void> {
    const { store, journal, logger } = this.#context;
    try {
      await this.#drop(endpointId);
      await journal.settle();
      await store.release(this.#workerId, endpointId);
    } catch (error) {
      logger?.error({ err: error, endpoint_id: endpointId }, 'an endpoint of events cannot be left to another process');
    } finally {
      this.#leaving.delete(endpointId);
    }
  }

  async #trim(): Promise<void> {
    const time = this.#context.now();
    if (time - this.#trimmedAt < trimEveryMs) return;
    this.#trimmedAt = time;
    await this.#context.store.trim([...this.#runs.keys()], time - (this.#options.keptDays ?? 30) * dayMs);
  }
}

/** All endpoints of a member ask the same question every second, so one answer serves all of them. */
function momentarily(visibleMembers: VisibleMembers): VisibleMembers {
  const answers = new LRUCache<string, ReturnType<VisibleMembers>>({ max: 1_000, ttl: 1_000 });
  return (memberCode, memberCodes) => {
    const question = JSON.stringify([memberCode, memberCodes]);
    const answer = answers.get(question) ?? visibleMembers(memberCode, memberCodes);
    if (!answers.has(question)) answers.set(question, answer);
    return answer;
  };
}
