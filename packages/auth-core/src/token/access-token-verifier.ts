import { hash, type KeyObject } from 'node:crypto';
import { AuthError } from '../auth-error.js';
import { type Clock, epochSeconds, systemClock } from '../clock.js';
import { RecentlyUsed } from '../recently-used.js';
import type { AccessTokenClaims } from './access-token-claims.js';
import { Flood } from './flood.js';
import { type CompactParts, readCompact, verifyCompact, verifyCompactInPool } from './json-web-signature.js';

/** Where a verifier finds the public key that a token names. */
export interface KeySource {
  /** Nothing for an unknown key, or one that counts no more. At once where that is known, for every call asks. */
  find(keyId: string): KeyObject | undefined | Promise<KeyObject | undefined>;
}

/** Revoked tokens and withdrawn keys. Must answer from memory. */
export interface RevocationList {
  /** Whether the list can be relied on now. */
  readonly isCurrent: boolean;
  isRevoked(claims: AccessTokenClaims): boolean;
  /** Whether nothing that this key has signed is valid. */
  isKeyWithdrawn(keyId: string): boolean;
}

/** Which tokens are accepted, and by which keys. */
export interface AccessTokenVerifierOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: KeySource;
  readonly revocations?: RevocationList;
  /** Refuses every token while the list of revocations is not current. Default false. */
  readonly refuseWithoutRevocations?: boolean;
  readonly clock?: Clock;
  /** Tokens whose verdict is kept in memory, of genuine and of refused ones each, at most. Default 10 000; 0 verifies every time. */
  readonly cacheSize?: number;
}

const longestToken = 4_096;
/** Longer than a client in a loop pauses. */
const refusedForMs = 60_000;

/** More than clients with a wrong setting send. */
const usualForgeriesPerSecond = 20;

/** A token that its key has signed, and that says what it must. Whether it counts now is asked every time. */
interface GenuineToken {
  readonly claims: AccessTokenClaims;
  readonly keyId: string;
  /** In seconds. */
  readonly notBefore: number;
}

/** Why a token can never count, as long as its key id names this key. */
interface RefusedToken {
  readonly keyId: string;
  readonly key: KeyObject;
  readonly reason: string;
  /** On the clock of `performance.now`. */
  readonly until: number;
}

/** How often tokens were found in memory since the start, and how often they had to be verified. */
export interface VerdictLookups {
  readonly hits: number;
  readonly misses: number;
}

/** Verifies access tokens (RFC 9068, ES256) without asking the authentication server. */
export class AccessTokenVerifier {
  readonly #options: AccessTokenVerifierOptions;
  readonly #clock: Clock;
  readonly #forgeries = new Flood(usualForgeriesPerSecond);
  readonly #genuine: RecentlyUsed<GenuineToken> | undefined;
  /** By digest: a token that is none may be long. */
  readonly #refused: RecentlyUsed<RefusedToken> | undefined;
  #hits = 0;
  #misses = 0;

  constructor(options: AccessTokenVerifierOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const max = options.cacheSize ?? 10_000;
    if (max === 0) return;
    this.#genuine = new RecentlyUsed(max);
    this.#refused = new RecentlyUsed(max);
  }

  get lookups(): VerdictLookups {
    return { hits: this.#hits, misses: this.#misses };
  }

  /**
   * The claims of a token that is genuine, of this issuer, for this audience, not expired and not revoked.
   *
   * @throws AuthError `token-invalid`; `overloaded` when keys, or revocations that must be known, cannot be read
   */
  async verify(token: string): Promise<AccessTokenClaims> {
    const known = this.#genuine?.get(token);
    if (known === undefined) this.#misses++;
    else this.#hits++;
    const genuine = known ?? (await this.#verifyAnew(token));
    const refusal = this.#refusalNow(genuine);
    if (refusal !== undefined) throw refusal;
    // No token outlives its key, also where it was verified before.
    if (known !== undefined && (await this.#options.keys.find(known.keyId)) === undefined) {
      this.#genuine?.delete(token);
      throw notGenuine();
    }
    return genuine.claims;
  }

  /** The claims of a token that was verified before and is valid now. Answers nothing for any other token: `verify` decides about it. */
  recall(token: string): AccessTokenClaims | undefined {
    const known = this.#genuine?.get(token);
    if (known === undefined || this.#refusalNow(known) !== undefined) return undefined;
    const key = this.#options.keys.find(known.keyId);
    if (key instanceof Promise) {
      key.catch(() => undefined);
      return undefined;
    }
    if (key === undefined) return undefined;
    this.#hits++;
    return known.claims;
  }

  /** Why a genuine token is not valid at this moment. */
  #refusalNow({ claims, keyId, notBefore }: GenuineToken): AuthError | undefined {
    const now = epochSeconds(this.#clock.now());
    if (notBefore > now) return invalid('The access token is not valid yet');
    if (claims.expiresAt <= now) return invalid('The access token has expired');
    const { revocations, refuseWithoutRevocations } = this.#options;
    if (revocations === undefined) return undefined;
    if (refuseWithoutRevocations === true && !revocations.isCurrent) {
      return new AuthError('overloaded', 'Revocations cannot be read now', { retryAfterSeconds: 2 });
    }
    if (revocations.isKeyWithdrawn(keyId)) return notGenuine();
    return revocations.isRevoked(claims) ? invalid('The access token was revoked') : undefined;
  }

  /** Only verdicts that no later moment can change are kept: a key that is unknown now may be published in a moment. */
  async #verifyAnew(token: string): Promise<GenuineToken> {
    if (token.length > longestToken) throw malformed();
    const digest = this.#refused === undefined ? '' : hash('sha256', token, 'base64');
    await this.#refuseAgain(digest);
    const parts = readCompact(token);
    if (parts === undefined) throw malformed();
    const { alg, typ, kid: keyId, crit } = parts.header;
    if (alg !== 'ES256' || !isAccessTokenType(typ) || typeof keyId !== 'string' || crit !== undefined)
      throw malformed();
    const key = await this.#options.keys.find(keyId);
    if (key === undefined) throw notGenuine();
    try {
      if (!(await this.#isSigned(parts, key))) throw notGenuine();
      const genuine = { ...this.#readClaims(parts), keyId };
      this.#genuine?.set(token, genuine);
      return genuine;
    } catch (error) {
      if (error instanceof AuthError) {
        const until = performance.now() + refusedForMs;
        this.#refused?.set(digest, { keyId, key, reason: error.message, until });
      }
      throw error;
    }
  }

  /** A verification takes longer than the rest of a call. In a flood of forged tokens it must not hold up other calls. */
  async #isSigned(parts: CompactParts, key: KeyObject): Promise<boolean> {
    const isSigned = this.#forgeries.isOn ? await verifyCompactInPool(parts, key) : verifyCompact(parts, key);
    if (!isSigned) this.#forgeries.add();
    return isSigned;
  }

  async #refuseAgain(digest: string): Promise<void> {
    const refused = this.#refused?.get(digest);
    if (refused === undefined || refused.until < performance.now()) return;
    if ((await this.#options.keys.find(refused.keyId)) === refused.key) throw invalid(refused.reason);
  }

  #readClaims({ payload }: CompactParts): Pick<GenuineToken, 'claims' | 'notBefore'> {
    const { iss, aud, sub, client_id, member_code, member_wide, scope, jti, iat, exp, nbf } = payload;
    const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
    if (iss !== this.#options.issuer) throw invalid('The access token is of another issuer');
    if (!audiences.includes(this.#options.audience)) throw invalid('The access token is for another audience');
    const claims = {
      subject: text(sub),
      clientId: text(client_id),
      memberCode: text(member_code),
      ...(member_wide === true ? { memberWide: true as const } : {}),
      scope: text(scope),
      tokenId: text(jti),
      issuedAt: seconds(iat),
      expiresAt: seconds(exp),
    };
    return { claims, notBefore: nbf === undefined ? Number.NEGATIVE_INFINITY : seconds(nbf) };
  }
}

/** RFC 9068 4: `at+jwt`, also with its media type prefix. */
function isAccessTokenType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(application\/)?at\+jwt$/i.test(typ);
}

function text(claim: unknown): string {
  if (typeof claim !== 'string' || claim === '') throw invalid('The access token lacks a claim');
  return claim;
}

function seconds(claim: unknown): number {
  if (typeof claim !== 'number' || !Number.isFinite(claim)) throw invalid('The access token lacks a claim');
  return claim;
}

function malformed(): AuthError {
  return invalid('The access token is malformed');
}

function notGenuine(): AuthError {
  return invalid('The access token is not genuine');
}

function invalid(message: string): AuthError {
  return new AuthError('token-invalid', message);
}
