import type { KeyObject } from 'node:crypto';
import { AuthError } from '../auth-error.js';
import { type Clock, epochSeconds, systemClock } from '../clock.js';
import type { AccessTokenClaims } from './access-token-claims.js';
import { type CompactParts, readCompact, verifyCompact } from './json-web-signature.js';

/** Where a verifier finds the public key that a token names. */
export interface KeySource {
  /** Nothing for an unknown key, or one that counts no more. At once where that is known, for every call asks. */
  find(keyId: string): KeyObject | undefined | Promise<KeyObject | undefined>;
}

/** What a verifier asks about tokens that ended before their time. Must answer from memory. */
export interface RevocationList {
  /** Whether the list can be relied on now. */
  readonly isCurrent: boolean;
  isRevoked(claims: AccessTokenClaims): boolean;
  /** Whether nothing that this key has signed is valid. */
  isKeyWithdrawn(keyId: string): boolean;
}

export interface AccessTokenVerifierOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: KeySource;
  readonly revocations?: RevocationList;
  /** Refuses every token while the list of revocations is not current. Default false. */
  readonly refuseWithoutRevocations?: boolean;
  readonly clock?: Clock;
  /** Verified tokens kept in memory until they end. Default 10 000; 0 verifies every time. */
  readonly cacheSize?: number;
}

const longestToken = 4_096;

interface VerifiedToken {
  readonly claims: AccessTokenClaims;
  readonly keyId: string;
}

/** Tells valid access tokens (RFC 9068, ES256) from all others, without asking the authentication server. */
export class AccessTokenVerifier {
  readonly #options: AccessTokenVerifierOptions;
  readonly #clock: Clock;
  readonly #cacheSize: number;
  readonly #verified = new Map<string, VerifiedToken>();

  constructor(options: AccessTokenVerifierOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#cacheSize = options.cacheSize ?? 10_000;
  }

  /**
   * The claims of a token that is genuine, of this issuer, for this audience, not expired and not revoked.
   *
   * @throws AuthError `token-invalid`; `overloaded` when keys, or revocations that must be known, cannot be read
   */
  async verify(token: string): Promise<AccessTokenClaims> {
    const known = this.#verified.get(token);
    const { claims, keyId } = known ?? (await this.#verifyAnew(token));
    if (claims.expiresAt <= epochSeconds(this.#clock.now())) {
      this.#verified.delete(token);
      throw invalid('The access token has expired');
    }
    this.#refuseRevoked(claims, keyId);
    if (known === undefined) this.#remember(token, { claims, keyId });
    else {
      // No token outlives its key, also where it was verified before. Awaited only where that cannot be told at once.
      const found = this.#options.keys.find(keyId);
      const key = found instanceof Promise ? await found : found;
      if (key === undefined) this.#forget(token);
    }
    return claims;
  }

  #refuseRevoked(claims: AccessTokenClaims, keyId: string): void {
    const { revocations, refuseWithoutRevocations } = this.#options;
    if (revocations === undefined) return;
    if (refuseWithoutRevocations === true && !revocations.isCurrent) {
      throw new AuthError('overloaded', 'Revocations cannot be read now', { retryAfterSeconds: 2 });
    }
    if (revocations.isKeyWithdrawn(keyId)) throw notGenuine();
    if (revocations.isRevoked(claims)) throw invalid('The access token was revoked');
  }

  async #verifyAnew(token: string): Promise<VerifiedToken> {
    const parts = token.length <= longestToken ? readCompact(token) : undefined;
    if (parts === undefined) throw invalid('The access token is malformed');
    const { alg, typ, kid, crit } = parts.header;
    if (alg !== 'ES256' || !isAccessTokenType(typ) || typeof kid !== 'string' || crit !== undefined) {
      throw invalid('The access token is malformed');
    }
    const key = await this.#options.keys.find(kid);
    if (key === undefined || !verifyCompact(parts, key)) throw notGenuine();
    return { claims: this.#readClaims(parts), keyId: kid };
  }

  #readClaims({ payload }: CompactParts): AccessTokenClaims {
    const { iss, aud, sub, client_id, member_code, scope, jti, iat, exp } = payload;
    const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
    if (iss !== this.#options.issuer) throw invalid('The access token is of another issuer');
    if (!audiences.includes(this.#options.audience)) throw invalid('The access token is for another audience');
    const claims = {
      subject: text(sub),
      clientId: text(client_id),
      memberCode: text(member_code),
      scope: text(scope),
      tokenId: text(jti),
      issuedAt: seconds(iat),
      expiresAt: seconds(exp),
    };
    if (payload['nbf'] !== undefined && seconds(payload['nbf']) > epochSeconds(this.#clock.now())) {
      throw invalid('The access token is not valid yet');
    }
    return claims;
  }

  /** @throws AuthError `token-invalid` */
  #forget(token: string): never {
    this.#verified.delete(token);
    throw notGenuine();
  }

  /** The oldest go first: with tokens of one lifetime they are also the first to end. */
  #remember(token: string, verified: VerifiedToken): void {
    if (this.#cacheSize === 0) return;
    if (this.#verified.size >= this.#cacheSize) {
      const [oldest] = this.#verified.keys();
      if (oldest !== undefined) this.#verified.delete(oldest);
    }
    this.#verified.set(token, verified);
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

function notGenuine(): AuthError {
  return invalid('The access token is not genuine');
}

function invalid(message: string): AuthError {
  return new AuthError('token-invalid', message);
}
