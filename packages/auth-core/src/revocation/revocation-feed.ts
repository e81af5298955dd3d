import { type Clock, systemClock } from '../clock.js';
import { pauseOfFeed } from '../pause-of-feed.js';
import type { AccessTokenClaims } from '../token/access-token-claims.js';
import type { RevocationList } from '../token/access-token-verifier.js';
import { type Generations, readTokenId } from '../token/token-id.js';
import { revocationDigest } from './revocation.js';

/** The address of a server's revocation feed, and how often it is read. */
export interface RevocationFeedOptions {
  /** The address of the feed at the authentication server. */
  readonly url: string;
  readonly clock?: Clock;
  /**
   * The interval at which the feed is read (default: 2 seconds). With the default interval, a revocation is known within 5
   * seconds. A failed read is repeated sooner.
   */
  readonly pollMs?: number;
  readonly timeoutMs?: number;
  /** Called when the feed can no longer be read (with the reason), and when it can be read again. */
  readonly onChange?: (state: { readonly isCurrent: boolean; readonly cause?: unknown }) => void;
}

interface FeedAnswer {
  readonly position: number;
  readonly more: boolean;
  readonly keep_seconds: number;
  readonly revocations: readonly (readonly [digest: string, revokedAt: number, upToGeneration?: number | null])[];
  readonly withdrawn_keys?: readonly string[];
}

interface KnownRevocation {
  /** Tokens from generations after this generation are not revoked. */
  readonly upToGeneration: number;
  /** The time when this process received the entry, by the clock of this process. Clocks of two machines are never compared. */
  readonly learntAt: number;
}

/** The digests that are looked up for a presented token. */
interface TokenMarks extends Generations {
  readonly token: string;
  readonly grant: string;
  readonly user: string;
  readonly client: string;
}

/**
 * Reads the revocation feed of an authentication server regularly, and answers from memory which tokens were revoked. While the
 * feed cannot be read, the revocations that are already known still apply, but the list is not current.
 */
export class RevocationFeed implements RevocationList {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #pollMs: number;
  readonly #timeoutMs: number;
  readonly #onChange: RevocationFeedOptions['onChange'];
  readonly #known = new Map<string, KnownRevocation>();
  readonly #marks = new WeakMap<AccessTokenClaims, TokenMarks>();
  #withdrawnKeys: ReadonlySet<string> = new Set();
  #position = 0;
  #keepMs = Number.POSITIVE_INFINITY;
  #readAt: number | undefined;
  readonly #madeAt: number;
  #wasCurrent: boolean | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;

  constructor(options: RevocationFeedOptions) {
    this.#url = options.url;
    this.#clock = options.clock ?? systemClock;
    this.#pollMs = options.pollMs ?? 2_000;
    this.#timeoutMs = options.timeoutMs ?? 2_000;
    this.#onChange = options.onChange;
    this.#madeAt = this.#clock.now();
  }

  /** Whether all revocations that are more than 5 seconds old are known. */
  get isCurrent(): boolean {
    return this.#readAt !== undefined && this.#clock.now() < this.#readAt + 5_000;
  }

  /** The time since this process last knew all revocations or, at first, since the process started. */
  get lagMs(): number {
    return Math.max(0, this.#clock.now() - (this.#readAt ?? this.#madeAt));
  }

  /** The number of revocations that are known now. */
  get size(): number {
    return this.#known.size;
  }

  /** Begins to read the feed regularly. Resolves after the first attempt to read the feed, even if the attempt fails. */
  async start(): Promise<void> {
    this.#stopped = false;
    await this.#poll();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  isRevoked(claims: AccessTokenClaims): boolean {
    if (this.#known.size === 0) return false;
    const { token, grant, user, client, userGeneration, clientGeneration } = this.#marksOf(claims);
    if (this.#known.has(token) || this.#known.has(grant)) return true;
    return this.#hasEnded(user, userGeneration) || this.#hasEnded(client, clientGeneration);
  }

  isKeyWithdrawn(keyId: string): boolean {
    return this.#withdrawnKeys.has(keyId);
  }

  #hasEnded(digest: string, generation: number): boolean {
    const known = this.#known.get(digest);
    return known !== undefined && generation <= known.upToGeneration;
  }

  #marksOf(claims: AccessTokenClaims): TokenMarks {
    let marks = this.#marks.get(claims);
    if (marks === undefined) {
      const { grantId = '', userGeneration = 0, clientGeneration = 0 } = readTokenId(claims.tokenId) ?? {};
      marks = {
        token: revocationDigest('token', claims.tokenId),
        grant: revocationDigest('grant', grantId),
        user: revocationDigest('user', claims.subject),
        client: revocationDigest('client', claims.clientId),
        userGeneration,
        clientGeneration,
      };
      this.#marks.set(claims, marks);
    }
    return marks;
  }

  async #poll(): Promise<void> {
    let hasFailed = false;
    try {
      await this.#read();
      this.#tell({ isCurrent: true });
    } catch (cause) {
      hasFailed = true;
      if (!this.isCurrent) this.#tell({ isCurrent: false, cause });
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#poll(), pauseOfFeed(this.#pollMs, hasFailed)).unref();
  }

  async #read(): Promise<void> {
    for (let more = true; more; ) {
      const readAt = this.#clock.now();
      const answer = await this.#fetch();
      for (const [digest, , upToGeneration] of answer.revocations) this.#take(digest, upToGeneration, readAt);
      this.#withdrawnKeys = new Set(answer.withdrawn_keys);
      this.#position = answer.position;
      this.#keepMs = answer.keep_seconds * 1000;
      this.#forget();
      more = answer.more;
      if (!more) this.#readAt = readAt;
    }
  }

  async #fetch(): Promise<FeedAnswer> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const response = await fetch(`${this.#url}?after=${this.#position}`, { signal, redirect: 'error' });
    if (!response.ok) throw new Error(`The revocation feed answered ${response.status}`);
    return (await response.json()) as FeedAnswer;
  }

  #take(digest: string, upTo: number | null | undefined, learntAt: number): void {
    const upToGeneration = Math.max(this.#known.get(digest)?.upToGeneration ?? 0, upTo ?? Number.POSITIVE_INFINITY);
    this.#known.delete(digest);
    this.#known.set(digest, { upToGeneration, learntAt });
  }

  /** Drops old entries, beginning with the oldest. */
  #forget(): void {
    const before = this.#clock.now() - this.#keepMs;
    for (const [digest, { learntAt }] of this.#known) {
      if (learntAt >= before) return;
      this.#known.delete(digest);
    }
  }

  #tell(state: { readonly isCurrent: boolean; readonly cause?: unknown }): void {
    if (state.isCurrent === this.#wasCurrent) return;
    this.#wasCurrent = state.isCurrent;
    this.#onChange?.(state);
  }
}
