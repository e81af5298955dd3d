import type { Right } from '@trading-platform/domain-types';
import { type Clock, systemClock } from '../clock.js';
import { pauseOfFeed } from '../pause-of-feed.js';
import type { ServerSecret } from '../secret/server-secret.js';
import { authorityKey } from './authority-key.js';
import { type Authority, type AuthorityOwner, authoritiesAtOnce } from './read-authorities.js';

/** The address at which an authentication server answers with authorities, and the settings for these requests. */
export interface AuthorityFeedOptions {
  readonly url: string;
  /** The secret that this service and the authentication server share. */
  readonly secret: ServerSecret;
  readonly clock?: Clock;
  /**
   * The interval at which the authorities in use are read again (default: 1 second). With the default, a withdrawn
   * right is known within 3 seconds. A failed read is repeated sooner.
   */
  readonly pollMs?: number;
  readonly timeoutMs?: number;
  /** Called when authorities can no longer be read (with the reason), and when they can be read again. */
  readonly onChange?: (state: { readonly isCurrent: boolean; readonly cause?: unknown }) => void;
}

interface Known {
  readonly owner: AuthorityOwner;
  authority: Authority | undefined;
  /** The time of the request to the server, by the clock of this process. Undefined before the first answer. */
  readAt: number | undefined;
  usedAt: number;
}

interface Answer {
  readonly authorities: readonly ({ readonly rights: readonly Right[]; readonly member_wide: boolean } | null)[];
}

/** After this time an answer is no longer relied upon. A pusher uses what it has asked for up to two seconds more. */
const currentMs = 3_000;
/** Authorities that nobody has asked for during this time are no longer read. */
const unusedMs = 60_000;

/**
 * Knows the rights of clients for members at times when the clients make no call. Authorities in use are read again
 * every second. If an authority could not be read for three seconds, it is unknown.
 */
export class AuthorityFeed {
  readonly #options: AuthorityFeedOptions;
  readonly #clock: Clock;
  readonly #key: string;
  readonly #known = new Map<string, Known>();
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wasCurrent: boolean | undefined;
  #hasFailed = false;
  #isStopped = false;

  constructor(options: AuthorityFeedOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#key = authorityKey(options.secret);
  }

  /** Returns the authority, or undefined if there is none. Returns `unknown` while the server cannot be reached. */
  async of({ clientId, memberCode }: AuthorityOwner): Promise<Authority | undefined | 'unknown'> {
    const key = JSON.stringify([clientId, memberCode]);
    const now = this.#clock.now();
    const known = this.#known.get(key) ?? {
      owner: { clientId, memberCode },
      authority: undefined,
      readAt: undefined,
      usedAt: now,
    };
    this.#known.set(key, known);
    known.usedAt = now;
    if (!this.#isCurrent(known)) await this.#read();
    this.#plan();
    return this.#isCurrent(known) ? known.authority : 'unknown';
  }

  /** @throws Error if the server cannot be reached, or has another secret */
  check(): Promise<void> {
    return this.#readPart([], this.#clock.now());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #isCurrent({ readAt }: Known): boolean {
    return readAt !== undefined && this.#clock.now() < readAt + currentMs;
  }

  #plan(): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    const { pollMs = 1_000 } = this.#options;
    const pauseMs = pauseOfFeed(pollMs, this.#hasFailed);
    this.#timer = setTimeout(() => void this.#readAgain(), pauseMs).unref();
  }

  /** Only the end of this read plans the next one, because its pause depends on the result. */
  async #readAgain(): Promise<void> {
    await this.#read();
    this.#timer = undefined;
    if (this.#known.size > 0) this.#plan();
  }

  /** All callers that wait share one read. Owners that were added after this read began are read by the next one. */
  async #read(): Promise<void> {
    if (this.#reading !== undefined) await this.#reading;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    const now = this.#clock.now();
    for (const [key, { usedAt }] of this.#known) if (now - usedAt > unusedMs) this.#known.delete(key);
    const known = [...this.#known.values()];
    const parts = Array.from({ length: Math.ceil(known.length / authoritiesAtOnce) }, (_, part) =>
      known.slice(part * authoritiesAtOnce, (part + 1) * authoritiesAtOnce),
    );
    try {
      await Promise.all(parts.map((part) => this.#readPart(part, now)));
      this.#hasFailed = false;
      this.#tell({ isCurrent: true });
    } catch (cause) {
      this.#hasFailed = true;
      if (!known.every((each) => this.#isCurrent(each))) this.#tell({ isCurrent: false, cause });
    }
  }

  async #readPart(part: readonly Known[], readAt: number): Promise<void> {
    const pairs = part.map(({ owner }) => [owner.clientId, owner.memberCode]);
    const response = await fetch(this.#options.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#key}` },
      body: new URLSearchParams({ owners: JSON.stringify(pairs) }),
      redirect: 'error',
      signal: AbortSignal.timeout(this.#options.timeoutMs ?? 2_000),
    });
    if (!response.ok) throw new Error(`The authentication server answered ${response.status}`);
    const { authorities } = (await response.json()) as Answer;
    for (const [index, each] of part.entries()) {
      const authority = authorities[index];
      each.authority = authority ? { rights: authority.rights, memberWide: authority.member_wide } : undefined;
      each.readAt = readAt;
    }
  }

  #tell(state: { readonly isCurrent: boolean; readonly cause?: unknown }): void {
    if (state.isCurrent === this.#wasCurrent) return;
    this.#wasCurrent = state.isCurrent;
    this.#options.onChange?.(state);
  }
}
