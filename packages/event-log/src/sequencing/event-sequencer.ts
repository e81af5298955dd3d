import { setTimeout as sleep } from 'node:timers/promises';
import type { EventNews, StopFollowing } from '../storage/event-news.js';
import type { EventSequence, OutsideHappening } from '../storage/event-sequence.js';

/** The time after which the sequencer looks for entries even without news of any. */
const lookEveryMs = 1_000;
/** The pause after each run, so that many small transactions share one run. */
const pauseMs = 50;

/** Port: what another database has recorded for the log, and what is not yet an event. */
export interface OutsideHappenings {
  /** Returns the oldest entries. The same entry is returned again until it is confirmed. */
  read(): Promise<readonly OutsideHappening[]>;
  /** Called when these entries have become events, so that `read` does not return them again. */
  confirm(happenings: readonly OutsideHappening[]): Promise<void>;
  /** @param heard called when there may be new entries */
  follow?(heard: () => void): StopFollowing;
}

/** The part of a logger that the sequencer needs. */
export interface SequencerLog {
  error(details: { readonly err: unknown }, message: string): void;
}

/** The ports of an `EventSequencer`. */
export interface EventSequencerOptions {
  readonly sequence: EventSequence;
  readonly news: EventNews;
  readonly outside?: OutsideHappenings;
  readonly now?: () => number;
  readonly log?: SequencerLog;
}

/**
 * Turns the entries that transactions have appended into events with positions, as soon as it hears of them. Any number
 * of processes can run a sequencer, and one of them works at a time.
 */
export class EventSequencer {
  readonly #options: EventSequencerOptions;
  readonly #now: () => number;
  readonly #stopping = new AbortController();
  readonly #following: StopFollowing[] = [];
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;

  constructor(options: EventSequencerOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  start(): void {
    const { news, outside } = this.#options;
    const hear = () => this.#wake.resolve();
    this.#following.push(news.followEntries(hear));
    if (outside?.follow !== undefined) this.#following.push(outside.follow(hear));
    this.#running ??= this.#run(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.resolve();
    await Promise.all(this.#following.map((stop) => stop()));
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers<void>();
      // oxlint-disable-next-line no-await-in-loop
      await this.#sequenceAll(signal).catch((error: unknown) => {
        this.#options.log?.error({ err: error }, 'events cannot get their positions');
      });
      // oxlint-disable-next-line no-await-in-loop
      await pause(pauseMs, signal);
      const looking = new AbortController();
      // oxlint-disable-next-line no-await-in-loop
      await Promise.race([this.#wake.promise, pause(lookEveryMs, AbortSignal.any([signal, looking.signal]))]);
      looking.abort();
    }
  }

  /** Runs until nothing is waiting any more. */
  async #sequenceAll(signal: AbortSignal): Promise<void> {
    const { sequence, news, outside } = this.#options;
    for (let more = true; more && !signal.aborted; ) {
      // Each run takes the entries that the previous run has left.
      // oxlint-disable-next-line no-await-in-loop
      const happenings = (await outside?.read()) ?? [];
      // oxlint-disable-next-line no-await-in-loop
      const advanced = await sequence.advance({ now: this.#now(), outside: happenings });
      if (advanced === 'busy') return;
      // oxlint-disable-next-line no-await-in-loop
      if (happenings.length > 0) await outside?.confirm(happenings);
      if (advanced.events > 0) news.tellEvents();
      more = advanced.mayHaveMore || happenings.length > 0;
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
