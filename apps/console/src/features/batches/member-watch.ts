import { PlatformError } from '@trading-platform/client';
import type { BatchEvents, ConsoleBatch } from '../../../wire/index.js';
import type { BatchLists } from '../../platform/batch-lists.js';
import { isEnded } from '../../platform/console-batch.js';
import type { LiveSession, SessionKeeper } from '../../session/session-keeper.js';

/** An open page that watches the batches. */
export interface Listener {
  readonly live: LiveSession;
  /** @param frame whole events */
  readonly send: (frame: string) => void;
  readonly end: () => void;
}

const watchedBatches = 100;
const pollMs = { busy: 1_000, calm: 3_000, afterFailure: 5_000 } as const;
/**
 * A stream ends this long before its access token expires. The page then reconnects with its cookie and gets a new pair
 * of tokens.
 */
const endBeforeTokenMs = 10_000;
/** An estimate that changes by less than this is not reported. */
const estimateStepMs = 5_000;
/**
 * Reads of a batch within this period are reported as one, because the data API does not record times of reads more
 * exactly.
 */
const readStepMs = 30_000;

/**
 * Follows the batches of one member for all open pages of that member. Makes only one call at a time, even if many
 * pages listen. Runs only while at least one page listens.
 */
export class MemberWatch {
  readonly #lists: BatchLists;
  readonly #keeper: SessionKeeper;
  readonly #onIdle: () => void;
  readonly #listeners = new Set<Listener>();
  #known: readonly ConsoleBatch[] | undefined;
  #marks: ReadonlyMap<string, string> = new Map();
  #staleSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #polling = false;

  constructor(lists: BatchLists, keeper: SessionKeeper, onIdle: () => void) {
    this.#lists = lists;
    this.#keeper = keeper;
    this.#onIdle = onIdle;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
    if (this.#known !== undefined) listener.send(frame('batches', { batches: this.#known, at: Date.now() }));
    if (!this.#polling && this.#timer === undefined) void this.#poll();
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#onIdle();
  }

  /** Ends all streams. The pages then reconnect to another process. */
  close(): void {
    for (const listener of this.#listeners) listener.end();
  }

  async #poll(): Promise<void> {
    this.#timer = undefined;
    this.#polling = true;
    let pauseMs: number = pollMs.afterFailure;
    try {
      await this.#endStreams();
      const asking = this.#longestGood();
      if (asking !== undefined) pauseMs = await this.#ask(asking.live);
    } finally {
      this.#polling = false;
      if (this.#listeners.size > 0) this.#timer = setTimeout(() => void this.#poll(), pauseMs).unref();
    }
  }

  async #ask(live: LiveSession): Promise<number> {
    try {
      const { batches } = await this.#lists.page(live, watchedBatches);
      this.#tell(batches);
      return batches.every(({ state }) => isEnded(state)) ? pollMs.calm : pollMs.busy;
    } catch (error) {
      if (this.#staleSince === undefined) {
        this.#staleSince = Date.now();
        const requestId = error instanceof PlatformError ? (error.requestId ?? '') : '';
        this.#sendAll(frame('stale', { requestId, since: this.#staleSince }));
      }
      return pollMs.afterFailure;
    }
  }

  #tell(batches: readonly ConsoleBatch[]): void {
    const at = Date.now();
    const marks = new Map(batches.map((batch) => [batch.batchId, markOf(batch)]));
    if (this.#known === undefined) {
      this.#sendAll(frame('batches', { batches, at }));
    } else {
      const changed = batches.filter(({ batchId }) => this.#marks.get(batchId) !== marks.get(batchId));
      if (changed.length > 0) this.#sendAll(frame('changed', { batches: changed, at }));
    }
    if (this.#staleSince !== undefined) this.#sendAll(frame('fresh', { at }));
    this.#staleSince = undefined;
    this.#known = batches;
    this.#marks = marks;
  }

  /**
   * Ends each stream whose token expires soon, without an event. Ends each stream whose grant has ended, with the event
   * `ended`.
   */
  async #endStreams(): Promise<void> {
    const soon = Date.now() + endBeforeTokenMs;
    for (const listener of this.#listeners) {
      const isOver = soon >= listener.live.session.tokens.accessTokenEndsAt;
      // If the check of the session fails, the stream continues.
      const isGood = isOver || (await this.#keeper.isGood(listener.live).catch(() => true));
      if (!isGood) listener.send(frame('ended', {}));
      if (isOver || !isGood) listener.end();
    }
  }

  #longestGood(): Listener | undefined {
    return [...this.#listeners]
      .toSorted((one, other) => other.live.session.tokens.accessTokenEndsAt - one.live.session.tokens.accessTokenEndsAt)
      .at(0);
  }

  #sendAll(text: string): void {
    for (const listener of this.#listeners) listener.send(text);
  }
}

/** Returns an event in the text format of server-sent events. */
export function frame<Name extends keyof BatchEvents>(name: Name, data: BatchEvents[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns the values that are compared to find out whether a batch has changed. */
function markOf({ estimatedEndAt, lastReadAt, ...batch }: ConsoleBatch): string {
  const estimate = estimatedEndAt === undefined ? '' : Math.round(estimatedEndAt / estimateStepMs);
  const lastRead = lastReadAt === undefined ? '' : Math.floor(lastReadAt / readStepMs);
  return `${JSON.stringify(batch)} ${estimate} ${lastRead}`;
}
