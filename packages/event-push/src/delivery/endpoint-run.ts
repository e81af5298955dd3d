import type { KeyObject } from 'node:crypto';
import { type EventFilter, EventLogError, eventRecord, type LoggedEvent, selects } from '@trading-platform/event-log';
import { v7 as newUuid } from 'uuid';
import { type CallOutcome, callEndpoint, isDelivered } from '../calling/call-endpoint.js';
import type { Message } from '../calling/message.js';
import type { DisabledReason, StoredEndpoint } from '../endpoint/event-endpoint.js';
import { endpointFilter } from './endpoint-filter.js';
import type { PushContext } from './push-context.js';
import type { LeasedEndpoint, Repeat } from './push-store.js';
import { inVainMs, pauseAfter } from './repeat-times.js';

/** How many events one read of the log returns at most. */
const eventsPerPage = 100;
/**
 * How many reads of the log may have unsettled events. A slow event delays later events only when this number is
 * reached.
 */
const openPagesAtMost = 8;
const repeatsAtOnce = 50;
/**
 * How many calls of one endpoint may run at the same time. Each endpoint begins with two. It gets more as long as it
 * accepts the messages.
 */
const callsAtOnce = 16;
const callsAtFirst = 2;
/** After this many failures in a row, an endpoint gets one call at a time, with `failingPauseMs` between two calls. */
const failuresInRow = 5;
const failingPauseMs = 5_000;
/** How often the rights of the client are checked. */
const judgeEveryMs = 1_000;
/** If the last check of the rights is older than this when a call gets its slot, the rights are checked again first. */
const judgedForMs = 2_000;
/** How often the log is read if no news comes. */
const readAnywayMs = 30_000;
/** The pause between two reads of the log, so that events in quick succession are read together. */
const readAgainMs = 50;
/** While this many outcomes wait to be written, nothing more is pushed. */
const backlogAtMost = 5_000;

interface Page {
  readonly next: string;
  open: number;
}

interface Task {
  readonly message: Message;
  readonly of: Pick<LoggedEvent, 'type' | 'memberCode' | 'clientId'>;
  readonly happenedAt: number | undefined;
  readonly page: Page | undefined;
  readonly repeat: Repeat | undefined;
}

/**
 * Pushes the events of one endpoint while this process has its lease. Events are read from the log in their order and
 * pushed several at a time. The place in the log advances past an event when this event and all events before it have
 * arrived or have been stored as repeats.
 */
export class EndpointRun {
  readonly #context: PushContext;
  readonly #leaseToken: number;
  readonly #pages: Page[] = [];
  readonly #tasks: Task[] = [];
  readonly #calling = new Set<Promise<void>>();
  readonly #noting = new Set<Promise<void>>();
  #endpoint: StoredEndpoint;
  #secrets: { readonly of: StoredEndpoint; readonly at: number; readonly opened: readonly KeyObject[] } | undefined;
  #cursor: string;
  #failingSince: number | null;
  #failures: number;
  #window = callsAtFirst;
  #mayCallAt = 0;
  #filter: EventFilter | undefined;
  #judgedAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #mayHaveMore = true;
  #readPauseMs = 0;
  #openRepeats = 0;
  #repeatsAt = 0;
  #repeatsNoted = 0;
  #subscribed: { readonly key: string; readonly end: () => void } | undefined;
  #isStopped = false;
  #turn: Promise<void> | undefined;
  #isTurning = false;
  #isAskedAgain = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ endpoint, leaseToken, cursor, failingSince }: LeasedEndpoint, context: PushContext) {
    this.#context = context;
    this.#endpoint = endpoint;
    this.#leaseToken = leaseToken;
    this.#cursor = cursor;
    this.#failingSince = failingSince;
    this.#failures = failingSince === null ? 0 : failuresInRow;
  }

  get leaseToken(): number {
    return this.#leaseToken;
  }

  start(): void {
    this.#go();
  }

  /** Uses the endpoint as the client has changed it. */
  update(endpoint: StoredEndpoint): void {
    if (endpoint.updatedAt === this.#endpoint.updatedAt) return;
    this.#endpoint = endpoint;
    this.#judgedAt = Number.NEGATIVE_INFINITY;
    this.#go();
  }

  /** Begins no further call, and resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#subscribed?.end();
    await this.#turn;
    await Promise.all(this.#calling);
    await Promise.all(this.#noting);
  }

  #go(): void {
    this.#isAskedAgain = true;
    if (!this.#isTurning) this.#turn = this.#takeTurns();
  }

  async #takeTurns(): Promise<void> {
    this.#isTurning = true;
    while (this.#isAskedAgain && !this.#isStopped) {
      this.#isAskedAgain = false;
      clearTimeout(this.#timer);
      try {
        // One turn after the other.
        // oxlint-disable-next-line no-await-in-loop
        await this.#takeTurn();
      } catch (error) {
        this.#logError(error, 'events cannot be pushed now');
        this.#wakeIn(judgeEveryMs);
      }
    }
    this.#isTurning = false;
  }

  async #takeTurn(): Promise<void> {
    const now = this.#context.now();
    await this.#judgeIfDue();
    if (this.#filter === undefined || this.#isStopped) return this.#wakeIn(judgeEveryMs);
    if (this.#context.journal.backlog > backlogAtMost) return this.#wakeIn(judgeEveryMs);
    await this.#readRepeats(now);
    await this.#readEvents(this.#filter, now);
    // The reads may have taken long if the database is slow.
    await this.#judgeIfDue();
    this.#callSome();
    this.#wakeIn(this.#restMs());
  }

  async #judgeIfDue(): Promise<void> {
    if (performance.now() - this.#judgedAt >= judgeEveryMs) await this.#judge();
  }

  /** Finds out which events the client may see now. */
  async #judge(): Promise<void> {
    const { authorities, visibleMembers, feed } = this.#context;
    const askedAt = performance.now();
    this.#filter = await endpointFilter(this.#endpoint, authorities, visibleMembers);
    this.#judgedAt = askedAt;
    const key = JSON.stringify(this.#filter ?? '');
    if (key === this.#subscribed?.key) return;
    this.#subscribed?.end();
    this.#subscribed = undefined;
    if (this.#filter === undefined) return;
    // Events that were read under other rights are read again.
    this.#forgetUncalled();
    const end = await feed.subscribe(this.#filter, () => {
      this.#mayHaveMore = true;
      this.#go();
    });
    this.#subscribed = { key, end };
    this.#mayHaveMore = true;
    if (this.#isStopped) end();
  }

  /**
   * Drops tasks that have not begun, and goes back to the first page that lost a task. Events of that page that have
   * already arrived are pushed again. Receivers must expect this.
   */
  #forgetUncalled(): void {
    const dropped = this.#tasks.splice(0);
    this.#openRepeats -= dropped.filter(({ repeat }) => repeat !== undefined).length;
    const pages = new Set(dropped.map(({ page }) => page));
    const first = this.#pages.findIndex((page) => pages.has(page));
    if (first < 0) return;
    this.#cursor = first === 0 ? this.#cursor : this.#pages[first - 1]!.next;
    this.#pages.length = first;
  }

  async #readRepeats(now: number): Promise<void> {
    if (this.#openRepeats > 0 || now < this.#repeatsAt) return;
    const limit = this.#isFailing ? 1 : repeatsAtOnce;
    const noted = this.#repeatsNoted;
    const { due, nextAt } = await this.#context.store.dueRepeats(this.#endpoint.endpointId, now, limit);
    // A repeat that was noted during the read may be missing from its result.
    const isAll = due.length === 0 && noted === this.#repeatsNoted;
    this.#repeatsAt = isAll ? (nextAt ?? Number.POSITIVE_INFINITY) : now;
    this.#openRepeats = due.length;
    const tasks = due.map((repeat): Task => {
      const message = { id: repeat.eventId, type: repeat.eventType, body: repeat.body };
      const { eventType: type, memberCode, clientId } = repeat;
      return { message, of: { type, memberCode, clientId }, happenedAt: undefined, page: undefined, repeat };
    });
    this.#tasks.unshift(...tasks);
  }

  async #readEvents(filter: EventFilter, now: number): Promise<void> {
    if (now - this.#readAt < (this.#mayHaveMore ? this.#readPauseMs : readAnywayMs)) return;
    if (this.#pages.length >= openPagesAtMost || this.#tasks.length >= eventsPerPage) return;
    if (this.#isFailing && this.#pages.length > 0) return;
    this.#mayHaveMore = false;
    this.#readAt = now;
    const limit = this.#isFailing ? 1 : eventsPerPage;
    const cursor = this.#pages.at(-1)?.next ?? this.#cursor;
    const { events, next } = await this.#readLog(cursor, limit, filter);
    const isFull = events.length === limit;
    this.#readPauseMs = isFull ? 0 : readAgainMs;
    if (isFull) this.#mayHaveMore = true;
    if (events.length === 0) {
      if (this.#pages.length === 0) this.#cursor = next;
      return;
    }
    const page: Page = { next, open: events.length };
    this.#pages.push(page);
    for (const event of events) this.#tasks.push(taskOf(event, page));
  }

  /**
   * Reads the log after a place. If the events there are no longer kept, it reads from the oldest event that is kept.
   */
  async #readLog(cursor: string, limit: number, filter: EventFilter) {
    const { log, logger } = this.#context;
    try {
      return await log.read({ after: { cursor }, limit, filter });
    } catch (error) {
      if (!(error instanceof EventLogError)) throw error;
      const details = { endpoint_id: this.#endpoint.endpointId };
      logger?.warn(details, 'events for an endpoint are no longer kept; it goes on with the oldest');
      return await log.read({ after: 'oldest', limit, filter });
    }
  }

  get #isFailing(): boolean {
    return this.#failures >= failuresInRow;
  }

  #callSome(): void {
    while (!this.#isStopped && this.#tasks.length > 0 && this.#calling.size < this.#window) {
      if (this.#isFailing && this.#context.now() < this.#mayCallAt) return;
      if (this.#isFailing) this.#mayCallAt = this.#context.now() + failingPauseMs;
      const call = this.#call(this.#tasks.shift()!).finally(() => {
        this.#calling.delete(call);
        this.#go();
      });
      this.#calling.add(call);
    }
  }

  async #call(task: Task): Promise<void> {
    const { slots, failingSlots, caller, now, breakOff } = this.#context;
    const run = this.#failures > 0 ? failingSlots : slots;
    // The task may have waited for the slot, so its rights are checked now.
    const outcome = await run(async () => {
      const decision = this.#decide(task);
      const options = { caller, now, signal: breakOff };
      if (decision !== 'call') return decision;
      return callEndpoint(this.#endpoint.url, task.message, this.#openSecrets(), options);
    });
    if (outcome === 'pass over') {
      this.#follow(this.#note(task, undefined, { settledEventId: task.message.id }));
      return;
    }
    if (outcome === 'wait') {
      this.#tasks.unshift(task);
      return;
    }
    if (breakOff.aborted && outcome.status === 0) return;
    this.#observe(task, outcome);
    this.#follow(isDelivered(outcome) ? this.#noteDelivered(task, outcome) : this.#noteFailed(task, outcome));
  }

  /** Writes an outcome in the background, so that the next call need not wait for it. */
  #follow(work: Promise<void>): void {
    const noting = work
      .catch((error: unknown) => this.#logError(error, 'the outcome of a pushed event cannot be noted'))
      .finally(() => {
        this.#noting.delete(noting);
        this.#go();
      });
    this.#noting.add(noting);
  }

  /** The rights at the moment of the call decide whether an event is pushed. */
  #decide({ of }: Task): 'call' | 'wait' | 'pass over' {
    const isCurrent = performance.now() - this.#judgedAt < judgedForMs;
    if (this.#isStopped || this.#filter === undefined || !isCurrent) return 'wait';
    return selects(this.#filter, of) ? 'call' : 'pass over';
  }

  async #noteDelivered(task: Task, outcome: CallOutcome): Promise<void> {
    this.#window = Math.min(callsAtOnce, this.#window + 1);
    this.#failures = 0;
    const wasFailing = this.#failingSince !== null;
    this.#failingSince = null;
    await this.#note(task, outcome, {
      ...(task.repeat && { settledEventId: task.message.id }),
      ...(wasFailing && { failingSince: null }),
    });
  }

  async #noteFailed(task: Task, outcome: CallOutcome): Promise<void> {
    const now = this.#context.now();
    this.#window = Math.ceil(this.#window / 2);
    this.#failures++;
    const beganFailing = this.#failingSince === null;
    const failingSince = this.#failingSince ?? now;
    this.#failingSince = failingSince;
    const firstFailedAt = task.repeat?.firstFailedAt ?? now;
    const isInVain = now - firstFailedAt >= inVainMs;
    const repeat = isInVain ? undefined : this.#repeatOf(task, firstFailedAt, now);
    await this.#note(task, outcome, {
      ...(repeat === undefined ? { settledEventId: task.message.id } : { repeat }),
      ...(beganFailing && { failingSince }),
    });
    if (repeat !== undefined) this.#expect(repeat);
    if (isInVain) this.#warn('an event is given up', { event_id: task.message.id });
    if (outcome.status === 410) await this.#disable('gone');
    else if (now - failingSince >= inVainMs) await this.#disable('failing');
  }

  /** Notes when a repeat is due. This is called after the repeat was written, because only then can it be read. */
  #expect({ dueAt }: Repeat): void {
    this.#repeatsNoted++;
    this.#repeatsAt = Math.min(this.#repeatsAt, dueAt);
  }

  #repeatOf({ message, of: { type, memberCode, clientId }, repeat }: Task, firstFailedAt: number, now: number): Repeat {
    const failures = (repeat?.failures ?? 0) + 1;
    const { endpointId } = this.#endpoint;
    const of = { endpointId, eventId: message.id, eventType: type, memberCode, clientId, body: message.body };
    return { ...of, failures, firstFailedAt, dueAt: now + pauseAfter(failures) };
  }

  /** Writes the changes of an attempt, and the new place in the log if the oldest pages are settled. */
  async #note(
    { page, repeat, message }: Task,
    outcome: CallOutcome | undefined,
    change: { readonly repeat?: Repeat; readonly settledEventId?: string; readonly failingSince?: number | null },
  ): Promise<void> {
    const { endpointId } = this.#endpoint;
    const nextAt = change.repeat?.dueAt ?? null;
    const of = { endpointId, eventId: message.id, eventType: message.type };
    const attempt = outcome && { attempt: { attemptId: newUuid(), ...of, ...outcome, nextAt } };
    const cursor = page === undefined ? undefined : this.#settle(page);
    const place = cursor === undefined ? {} : { cursor };
    await this.#context.journal.note({ endpointId, leaseToken: this.#leaseToken, ...attempt, ...change, ...place });
    if (repeat !== undefined) this.#openRepeats--;
  }

  /** Counts an event of the page as settled. Returns the new place in the log if there is one. */
  #settle(page: Page): string | undefined {
    page.open--;
    let cursor: string | undefined;
    while (this.#pages[0]?.open === 0) cursor = this.#pages.shift()!.next;
    if (cursor !== undefined) this.#cursor = cursor;
    return cursor;
  }

  async #disable(reason: DisabledReason): Promise<void> {
    const { store, now } = this.#context;
    const { endpointId, memberCode, clientId } = this.#endpoint;
    if (this.#isStopped) return;
    this.#isStopped = true;
    await this.#context.journal.settle();
    const data = { endpoint_id: endpointId, reason };
    const happening = { type: 'endpoint.disabled', memberCode, clientId, data } as const;
    const leased = { endpointId, leaseToken: this.#leaseToken };
    try {
      if (await store.disable(leased, reason, happening, now()))
        this.#warn('an event endpoint was disabled', { reason });
      this.#subscribed?.end();
    } catch (error) {
      // The next failed call tries to disable the endpoint again.
      this.#isStopped = false;
      throw error;
    }
  }

  #logError(error: unknown, message: string): void {
    this.#context.logger?.error({ err: error, endpoint_id: this.#endpoint.endpointId }, message);
  }

  #warn(message: string, details: object): void {
    const { endpointId, memberCode, clientId } = this.#endpoint;
    const of = { endpoint_id: endpointId, member_code: memberCode, client_id: clientId };
    this.#context.logger?.warn({ ...of, ...details }, message);
  }

  #observe({ happenedAt }: Task, { status, at, latencyMs }: CallOutcome): void {
    const result = isDelivered({ status }) ? 'delivered' : status === 0 ? 'unanswered' : 'refused';
    const delayMs = happenedAt === undefined ? undefined : Math.max(0, at + latencyMs - happenedAt);
    this.#context.observe?.({ result, tookMs: latencyMs, delayMs });
  }

  /** Decrypted secrets are kept for a second: not every call has to decrypt, and a rotation still takes effect soon. */
  #openSecrets(): readonly KeyObject[] {
    const now = this.#context.now();
    if (this.#secrets?.of !== this.#endpoint || now - this.#secrets.at >= judgeEveryMs) {
      this.#secrets = { of: this.#endpoint, at: now, opened: this.#context.secrets.open(this.#endpoint, now) };
    }
    return this.#secrets.opened;
  }

  /** Returns how long the run can rest unless something wakes it. */
  #restMs(): number {
    const now = this.#context.now();
    const times = [now + judgeEveryMs, this.#readAt + readAnywayMs];
    if (this.#openRepeats === 0) times.push(this.#repeatsAt);
    if (this.#isFailing && this.#tasks.length > 0 && this.#calling.size < this.#window) times.push(this.#mayCallAt);
    if (
      this.#mayHaveMore &&
      this.#tasks.length < eventsPerPage &&
      this.#pages.length < openPagesAtMost &&
      !this.#isFailing
    ) {
      if (now - this.#readAt >= this.#readPauseMs) return 0;
      times.push(this.#readAt + this.#readPauseMs);
    }
    return Math.max(1, Math.min(...times) - now);
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    if (ms === 0) this.#isAskedAgain = true;
    else this.#timer = setTimeout(() => this.#go(), ms);
  }
}

function taskOf(event: LoggedEvent, page: Page): Task {
  const message = { id: event.id, type: event.type, body: JSON.stringify(eventRecord(event)) };
  return { message, of: event, happenedAt: event.at, page, repeat: undefined };
}
