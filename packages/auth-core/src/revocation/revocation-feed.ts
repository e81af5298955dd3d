import { type Clock, systemClock } from '../clock.js';
import type { AccessTokenClaims } from '../token/access-token-claims.js';
import type { RevocationList } from '../token/access-token-verifier.js';
import { readTokenId } from '../token/token-id.js';
import { revocationDigest } from './revocation.js';

export interface RevocationFeedOptions {
  /** Address of the feed of the authentication server. */
  readonly url: string;
  readonly clock?: Clock;
  /** Default 2 seconds: with it, a revocation is known within 5 seconds. */
  readonly pollMs?: number;
  readonly timeoutMs?: number;
  /** Called when the feed is lost (with the reason) and when it is back. */
  readonly onChange?: (state: { readonly isCurrent: boolean; readonly cause?: unknown }) => void;
}

interface FeedAnswer {
  readonly position: number;
  readonly more: boolean;
  readonly keep_seconds: number;
  readonly revocations: readonly (readonly [string, number])[];
}

/**
 * Follows the revocation feed of an authentication server and answers from memory which tokens were revoked. While the feed
 * cannot be read it goes on with what it knows and is not current.
 */
export class RevocationFeed implements RevocationList {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #pollMs: number;
  readonly #timeoutMs: number;
  readonly #onChange: RevocationFeedOptions['onChange'];
  readonly #revokedAt = new Map<string, number>();
  readonly #digests = new WeakMap<AccessTokenClaims, readonly string[]>();
  #position = 0;
  #keepMs = Number.POSITIVE_INFINITY;
  #readAt: number | undefined;
  #wasCurrent: boolean | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;

  constructor(options: RevocationFeedOptions) {
    this.#url = options.url;
    this.#clock = options.clock ?? systemClock;
    this.#pollMs = options.pollMs ?? 2_000;
    this.#timeoutMs = options.timeoutMs ?? 2_000;
    this.#onChange = options.onChange;
  }

  /** Whether everything that was revoked more than 5 seconds ago is known. */
  get isCurrent(): boolean {
    return this.#readAt !== undefined && this.#clock.now() < this.#readAt + 5_000;
  }

  /** Revocations known at present. */
  get size(): number {
    return this.#revokedAt.size;
  }

  /** Reads the feed and goes on reading it. Resolves after the first attempt, whether it succeeds or not. */
  async start(): Promise<void> {
    this.#stopped = false;
    await this.#poll();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  isRevoked(claims: AccessTokenClaims): boolean {
    if (this.#revokedAt.size === 0) return false;
    const issuedAt = readTokenId(claims.tokenId)?.issuedAt ?? claims.issuedAt * 1000;
    return this.#digestsOf(claims).some((digest) => issuedAt <= (this.#revokedAt.get(digest) ?? 0));
  }

  #digestsOf(claims: AccessTokenClaims): readonly string[] {
    let digests = this.#digests.get(claims);
    if (digests === undefined) {
      digests = [
        revocationDigest('token', claims.tokenId),
        revocationDigest('grant', readTokenId(claims.tokenId)?.grantId ?? ''),
        revocationDigest('user', claims.subject),
        revocationDigest('client', claims.clientId),
      ];
      this.#digests.set(claims, digests);
    }
    return digests;
  }

  async #poll(): Promise<void> {
    try {
      await this.#read();
      this.#tell({ isCurrent: true });
    } catch (cause) {
      if (!this.isCurrent) this.#tell({ isCurrent: false, cause });
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#poll(), this.#pollMs).unref();
  }

  async #read(): Promise<void> {
    for (let more = true; more; ) {
      const readAt = this.#clock.now();
      const answer = await this.#fetch();
      for (const [digest, revokedAt] of answer.revocations) this.#take(digest, revokedAt);
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

  #take(digest: string, revokedAt: number): void {
    const known = this.#revokedAt.get(digest) ?? 0;
    this.#revokedAt.delete(digest);
    this.#revokedAt.set(digest, Math.max(known, revokedAt));
  }

  /** Entries come in the order of time, so the oldest stand first. */
  #forget(): void {
    const before = this.#clock.now() - this.#keepMs;
    for (const [digest, revokedAt] of this.#revokedAt) {
      if (revokedAt >= before) return;
      this.#revokedAt.delete(digest);
    }
  }

  #tell(state: { readonly isCurrent: boolean; readonly cause?: unknown }): void {
    if (state.isCurrent === this.#wasCurrent) return;
    this.#wasCurrent = state.isCurrent;
    this.#onChange?.(state);
  }
}
