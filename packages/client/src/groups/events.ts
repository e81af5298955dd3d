import type { EventListAnswer, EventRecord } from '@trading-platform/domain-types';
import type { CallOptions, DataApi } from '../calls/data-api.js';
import { sleep } from '../wire/sleep.js';

/** How long the platform holds the answer to a call while there is no event. */
const waitSeconds = 30;
/**
 * The pause after an answer without events that came at once, because the platform already holds too many calls of the
 * client.
 */
const pauseMs = 1_000;

/** Selects events. */
export interface EventFilters {
  /** Types, such as `batch.ended`, or beginnings with `*`, such as `trade.*` (default: all). */
  readonly types?: readonly string[] | undefined;
  /** Members that the caller sees (default: its own member). */
  readonly memberCodes?: readonly string[] | undefined;
}

/** Which events are listed, and from where. */
export interface EventListOptions extends EventFilters, CallOptions {
  /** The `nextCursor` of an earlier answer, or `0` for the oldest event that is kept (default: only later events). */
  readonly after?: string | undefined;
  /** The largest number of events, from 1 to 1,000 (default: 100). */
  readonly limit?: number | undefined;
}

/** Some events, and the cursor after them. */
export interface EventPage {
  readonly events: readonly EventRecord[];
  readonly nextCursor: string;
}

/** Keeps the cursor of one reader of events between runs. */
export interface CursorStore {
  /** Undefined if nothing was saved yet. */
  load(): Promise<string | undefined>;
  save(cursor: string): Promise<void>;
}

/** Which events are followed, and from where. */
export interface FollowOptions extends EventFilters, CallOptions {
  /**
   * Where to begin: a cursor, `0` for the oldest event that is kept, or a store that keeps the place between runs (default: only
   * later events). A store without a cursor begins with later events.
   */
  readonly cursor?: string | CursorStore | undefined;
}

/** The events of the caller. */
export class EventCalls {
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
  }

  /**
   * Some events after a cursor, in their order.
   *
   * @throws PlatformError `request-refused` with `E000023` if events after the cursor are no longer kept
   */
  list(options: EventListOptions = {}): Promise<EventPage> {
    return this.#read(options, 0);
  }

  /**
   * Every event as soon as it happens, without end. With a store, each run continues where the previous run stopped:
   * the cursor is saved when all events before it have been processed. If the program is killed in between, some events
   * come a second time, with the same `id`.
   *
   * @example
   * for await (const event of client.events.follow({ cursor: store, types: ['trade.*'] })) console.log(event.type, event.data.trade_id);
   * @throws PlatformError as `list`
   */
  async *follow({ cursor, ...options }: FollowOptions = {}): AsyncGenerator<EventRecord, never> {
    const store = typeof cursor === 'object' ? cursor : undefined;
    let after = typeof cursor === 'string' ? cursor : await store?.load();
    for (;;) {
      const seconds = after === undefined ? 0 : waitSeconds;
      const calledAt = performance.now();
      const page = await this.#read({ ...options, after }, seconds);
      const wasHeld = performance.now() - calledAt >= pauseMs;
      yield* page.events;
      if (page.nextCursor !== after) await store?.save(page.nextCursor);
      after = page.nextCursor;
      if (seconds > 0 && page.events.length === 0 && !wasHeld) await sleep(pauseMs, options.signal);
    }
  }

  async #read({ after, types, memberCodes, limit, signal }: EventListOptions, seconds: number): Promise<EventPage> {
    const query = new URLSearchParams({
      ...(after === undefined ? {} : { after }),
      ...(types === undefined ? {} : { types: types.join(',') }),
      ...(memberCodes === undefined ? {} : { member_codes: memberCodes.join(',') }),
      ...(limit === undefined ? {} : { limit: String(limit) }),
    });
    const { body } = await this.#api.call({
      method: 'GET',
      path: query.size === 0 ? '/events' : `/events?${query.toString()}`,
      signal,
      ...(seconds === 0 ? {} : { headers: { prefer: `wait=${seconds}` }, waitSeconds: seconds }),
    });
    const { event_list: events, next_cursor: nextCursor } = body as unknown as EventListAnswer;
    return { events, nextCursor };
  }
}
