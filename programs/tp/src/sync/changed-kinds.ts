import { setTimeout as sleep } from 'node:timers/promises';
import { type PlatformClient, PlatformError } from '@trading-platform/client';
import { type DownloadName, type EventRecord, errorCode } from '@trading-platform/domain-types';
import { isSetting } from './sync-names.js';

export interface FollowedKinds {
  readonly client: PlatformClient;
  readonly kinds: readonly DownloadName[];
  /** The members whose events are followed (default: the caller's member). */
  readonly memberCodes: readonly string[] | undefined;
  /** The time to wait between two rounds while events cannot be followed. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Called when events cannot be followed. It is called only once until they can be followed again. */
  readonly onEnd: (error: unknown) => void;
}

/** Several events that come together begin one round. */
const gatherMs = 1_000;
/**
 * After this time all kinds are brought up to date, because some changes cause no event: for example, the caller may
 * see another member.
 */
const anywayMs = 3_600_000;

/** Finds out from events which kinds of records have changed. */
export class ChangedKinds {
  readonly #followed: FollowedKinds;
  #changed: Set<DownloadName>;
  #isFollowing = false;
  #hasTold = false;
  #wake: () => void = () => undefined;

  constructor(followed: FollowedKinds) {
    this.#followed = followed;
    this.#changed = new Set(followed.kinds);
  }

  /** Returns the kinds to bring up to date now. Kinds that change from now on are returned by the next call. */
  async take(): Promise<readonly DownloadName[]> {
    if (!this.#isFollowing) await this.#begin();
    const changed = this.#changed;
    this.#changed = new Set();
    return this.#followed.kinds.filter((kind) => changed.has(kind));
  }

  /** Call this method if the work on the kinds that `take` returned has failed. */
  putBack(kinds: readonly DownloadName[]): void {
    for (const kind of kinds) this.#changed.add(kind);
  }

  /** Waits for a change. While no events can be followed, waits for the interval, and then takes all kinds as changed. */
  async wait(): Promise<void> {
    if (this.#isFollowing && this.#changed.size === 0) await this.#untilWoken();
    if (this.#changed.size > 0) return this.#sleep(gatherMs);
    if (!this.#isFollowing) await this.#sleep(this.#followed.everyMs);
    this.putBack(this.#followed.kinds);
  }

  async #untilWoken(): Promise<void> {
    const { signal } = this.#followed;
    const done = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([
      woken,
      sleep(anywayMs, undefined, { signal: AbortSignal.any([signal, done.signal]) }).catch(() => undefined),
    ]);
    done.abort();
  }

  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#followed.signal }).catch(() => undefined);
  }

  /** Before the place at which the events begin, every kind may have changed. */
  async #begin(): Promise<void> {
    const { client, kinds, signal } = this.#followed;
    this.putBack(kinds);
    try {
      const { nextCursor } = await client.events.list({ ...this.#filters(), limit: 1, signal });
      this.#isFollowing = true;
      this.#hasTold = false;
      void this.#follow(nextCursor);
    } catch (error) {
      this.#tell(error);
    }
  }

  async #follow(cursor: string): Promise<void> {
    const { client, kinds, signal } = this.#followed;
    try {
      for await (const event of client.events.follow({ ...this.#filters(), cursor, signal })) {
        const kind = kindOf(event);
        if (!kinds.includes(kind)) continue;
        this.#changed.add(kind);
        this.#wake();
      }
    } catch (error) {
      if (isTooOld(error)) this.putBack(kinds);
      else this.#tell(error);
    }
    this.#isFollowing = false;
    this.#wake();
  }

  #tell(error: unknown): void {
    const { signal, onEnd } = this.#followed;
    if (signal.aborted || this.#hasTold) return;
    this.#hasTold = true;
    onEnd(error);
  }

  #filters() {
    const { kinds, memberCodes } = this.#followed;
    return { types: [...new Set(kinds.map(typeOf))], memberCodes };
  }
}

function typeOf(kind: DownloadName): string {
  return isSetting(kind) ? 'setting.changed' : kind === 'master' ? 'master.changed' : 'trade.*';
}

function kindOf({ type, data }: EventRecord): DownloadName {
  return type.startsWith('trade.') ? 'trade' : (data.kind as DownloadName);
}

/** Whether this process was asleep for so long that the platform no longer keeps the events since its cursor. */
function isTooOld(error: unknown): boolean {
  return error instanceof PlatformError && error.errorCode === errorCode.cursorTooOld;
}
