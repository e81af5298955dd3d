import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedEvent } from '../event/event.js';
import { type EventFilter, selects } from '../event/event-filter.js';
import { EventLogError } from '../event/event-log-error.js';
import type { EventLog } from '../storage/event-log.js';
import type { EventNews, StopFollowing } from '../storage/event-news.js';

/** The time within which an event is found in the log if no news of it arrived. */
const lookEveryMs = 1_000;
/** The time for which this process still follows the log after the last subscriber has left. */
const followOnMs = 60_000;
/** The pause after each read of the log, so that a busy log is not read for each event. */
const pauseMs = 10;
const eventsPerRead = 1_000;

interface Subscriber {
  readonly filter: EventFilter;
  readonly wake: () => void;
}

/**
 * Tells the readers of a process about new events. All subscribers share one subscription to news and one reader of the log, so
 * thousands of subscribers cost no more reads than one. If there is no subscriber, nothing runs.
 */
export class EventFeed {
  readonly #log: EventLog;
  readonly #news: EventNews;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  #count = 0;
  #cursor: string | undefined;
  #unfollow: StopFollowing | undefined;
  #timer: NodeJS.Timeout | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;

  constructor(log: EventLog, news: EventNews) {
    this.#log = log;
    this.#news = news;
  }

  /**
   * Calls `wake` when there may be new events that the filter selects. Read the log after `subscribe` has resolved, because
   * earlier events are not reported. Returns the function that ends the subscription.
   */
  async subscribe(filter: EventFilter, wake: () => void): Promise<() => void> {
    const subscriber: Subscriber = { filter, wake };
    this.#add(subscriber);
    try {
      if (this.#cursor === undefined) await this.#look();
    } catch (error) {
      this.#remove(subscriber);
      throw error;
    }
    return () => this.#remove(subscriber);
  }

  /** Subscribers know of all events up to this cursor. Undefined until the log was read. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Stops following the log. */
  close(): void {
    this.#stop();
  }

  #add(subscriber: Subscriber): void {
    for (const memberCode of subscriber.filter.memberCodes) {
      const ofMember = this.#subscribers.get(memberCode) ?? new Set();
      this.#subscribers.set(memberCode, ofMember.add(subscriber));
    }
    this.#count++;
    clearTimeout(this.#endTimer);
    const look = () => void this.#look().catch(() => undefined);
    this.#unfollow ??= this.#news.followEvents(look);
    this.#timer ??= setInterval(look, lookEveryMs);
  }

  #remove(subscriber: Subscriber): void {
    let isThere = false;
    for (const memberCode of subscriber.filter.memberCodes) {
      const ofMember = this.#subscribers.get(memberCode);
      isThere = ofMember?.delete(subscriber) === true || isThere;
      if (ofMember?.size === 0) this.#subscribers.delete(memberCode);
    }
    if (!isThere) return;
    this.#count--;
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#endTimer = setTimeout(() => this.#stop(), followOnMs).unref();
  }

  #stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#endTimer);
    this.#timer = undefined;
    void this.#unfollow?.();
    this.#unfollow = undefined;
    this.#cursor = undefined;
  }

  /** News may arrive more often than the log can be read. */
  #look(): Promise<void> {
    this.#lookAgain = true;
    this.#looking ??= this.#keepLooking().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #keepLooking(): Promise<void> {
    while (this.#lookAgain && this.#count > 0) {
      this.#lookAgain = false;
      // oxlint-disable-next-line no-await-in-loop
      await this.#readOnce();
      // oxlint-disable-next-line no-await-in-loop
      if (this.#lookAgain) await sleep(pauseMs, undefined, { ref: false });
    }
  }

  /** If the log was replaced, for example by a backup, its cursor is no longer valid, and every subscriber must read. */
  async #readOnce(): Promise<void> {
    const cursor = this.#cursor;
    if (cursor === undefined) {
      this.#cursor = (await this.#log.read({ after: 'now', limit: 1 })).next;
      return;
    }
    try {
      const { events, next } = await this.#log.read({ after: { cursor }, limit: eventsPerRead });
      this.#cursor = next;
      for (const event of events) this.#tell(event);
      if (events.length === eventsPerRead) this.#lookAgain = true;
    } catch (error) {
      if (!(error instanceof EventLogError)) throw error;
      this.#cursor = undefined;
      this.#lookAgain = true;
      for (const ofMember of this.#subscribers.values()) for (const { wake } of ofMember) wake();
    }
  }

  #tell(event: LoggedEvent): void {
    for (const { filter, wake } of this.#subscribers.get(event.memberCode) ?? []) {
      if (selects(filter, event)) wake();
    }
  }
}
