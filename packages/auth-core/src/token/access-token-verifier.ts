import { hash, type KeyObject } from 'node:crypto';
import { formerRights } from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';
import { type Clock, epochSeconds, systemClock } from '../clock.js';
import { RecentlyUsed } from '../recently-used.js';
import { withoutStack } from '../without-stack.js';
import type { AccessTokenClaims } from './access-token-claims.js';
import { Flood } from './flood.js';
import { type CompactParts, readCompact, verifyCompact, verifyCompactInPool } from './json-web-signature.js';

/** The source in which a verifier finds the public key that a token names. */
export interface KeySource {
  /**
   * Returns undefined for an unknown key and for a key whose signatures are no longer accepted. A known key is returned without a
   * promise, because every call asks for a key.
   */
  find(keyId: string): KeyObject | undefined | Promise<KeyObject | undefined>;
}

/** The list of revoked tokens and withdrawn keys. The list must answer from memory. */
export interface RevocationList {
  /** Whether the list is reliable at this moment. */
  readonly isCurrent: boolean;
  isRevoked(claims: AccessTokenClaims): boolean;
  /** Whether a key has been withdrawn, so that none of its signatures is valid. */
  isKeyWithdrawn(keyId: string): boolean;
}

/** Options that decide which tokens and which keys are accepted. */
export interface AccessTokenVerifierOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: KeySource;
  readonly revocations?: RevocationList;
  /** If true, every token is refused while the list of revocations is not current (default: false). */
  readonly refuseWithoutRevocations?: boolean;
  readonly clock?: Clock;
  /**
   * The maximum number of tokens whose verification results are cached, both for genuine and for refused tokens (default: 10
   * 000). If the number is 0, every token is verified each time.
   */
  readonly cacheSize?: number;
}

const longestToken = 4_096;
/** The time for which a refusal is cached, which is longer than the pause of a client that repeats its call in a loop. */
const refusedForMs = 60_000;

/** More forged tokens per second than this number count as an attack. Clients with a wrong setting send fewer forged tokens. */
const usualForgeriesPerSecond = 20;

/**
 * A token with a correct signature, and with the claims that this API requires. Every call checks whether the token is valid at
 * the moment.
 */
interface GenuineToken {
  readonly claims: AccessTokenClaims;
  readonly keyId: string;
  /** The earliest time at which the token is valid, in seconds. */
  readonly notBefore: number;
}

/** The reason why a token can never become valid while its key id belongs to this key. */
interface RefusedToken {
  readonly keyId: string;
  readonly key: KeyObject;
  readonly reason: string;
  /** The time until which the entry is valid, by the clock of `performance.now`. */
  readonly until: number;
}

/** The number of tokens since the start that were found in the cache, and the number that had to be verified. */
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
  /** Refused tokens are stored by their digest, because a text that is not a token may be long. */
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
   * Returns the claims of a token if it has a correct signature, comes from this issuer, is meant for this audience, and has
   * neither expired nor been revoked.
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
    // A token must become invalid when its key becomes invalid, even if the token was verified before.
    if (known !== undefined && (await this.#options.keys.find(known.keyId)) === undefined) {
      this.#genuine?.delete(token);
      throw notGenuine();
    }
    return genuine.claims;
  }

  /**
   * Returns the claims of a token that was verified before and is valid now. Returns undefined for any other token, which must be
   * checked by `verify`.
   */
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

  /** Returns the reason why a genuine token is not valid at this moment. */
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

  /** Only results that cannot change later are cached: a key that is unknown now may be published soon. */
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

  /**
   * Verifying a signature takes more time than the rest of a call. If very many forged tokens arrive, their verification must not
   * delay other calls.
   */
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
    const { iss, aud, sub, client_id, member_code, member_wide, entitlements, scope, jti, iat, exp, nbf } = payload;
    const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
    if (iss !== this.#options.issuer) throw invalid('The access token is of another issuer');
    if (!audiences.includes(this.#options.audience)) throw invalid('The access token is for another audience');
    const claims = {
      subject: text(sub),
      clientId: text(client_id),
      memberCode: text(member_code),
      ...(member_wide === true ? { memberWide: true as const } : {}),
      rights: readRights(entitlements),
      scope: text(scope),
      tokenId: text(jti),
      issuedAt: seconds(iat),
      expiresAt: seconds(exp),
    };
    return { claims, notBefore: nbf === undefined ? Number.NEGATIVE_INFINITY : seconds(nbf) };
  }
}

/** Whether the type is `at+jwt`, with or without the prefix of its media type (RFC 9068 4). */
function isAccessTokenType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(application\/)?at\+jwt$/i.test(typ);
}

function text(claim: unknown): string {
  if (typeof claim !== 'string' || claim === '') throw invalid('The access token lacks a claim');
  return claim;
}

function readRights(entitlements: unknown): readonly string[] {
  if (entitlements === undefined) return formerRights;
  return Array.isArray(entitlements) ? entitlements.map(text) : [text(entitlements)];
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
  return withoutStack(() => new AuthError('token-invalid', message));
}
