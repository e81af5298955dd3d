import { Inject, Injectable } from '@nestjs/common';
import { type AccessTokenClaims, AccessTokenVerifier, AuthError } from '@trading-platform/auth-core';
import { PlatformClient, PlatformError, type StoredTokens, type TokenStore } from '@trading-platform/client';
import { languageOf, type PageLanguage } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ENV, type Env } from '../env.js';
import { ConsoleError, signedOut } from '../http/console-error.js';
import type { Session } from './session.js';
import { SessionCookie } from './session-cookie.js';

/** A session with an access token that is valid now. */
export interface LiveSession {
  readonly session: Session;
  readonly claims: AccessTokenClaims;
  /** The language of the page. */
  readonly language: PageLanguage;
}

/**
 * If a refresh token is used again within 120 seconds, every process returns the same new pair (Spec 4.4). The console
 * caches the new pair for nearly as long, so that later calls with the old pair need no request to the platform.
 */
const renewalsKnownMs = 100_000;

/** Begins, opens, renews and ends the sessions of users. */
@Injectable()
export class SessionKeeper {
  readonly #renewals = new LRUCache<string, Promise<StoredTokens>>({ max: 10_000, ttl: renewalsKnownMs });

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly cookie: SessionCookie,
    private readonly verifier: AccessTokenVerifier,
  ) {}

  /**
   * Opens the session of a call. The access token of the session is valid now and for the required time. If the tokens
   * had to be renewed, the answer takes the new pair to the browser. The pair is stored nowhere else, so the processes
   * need not share any state.
   *
   * @param neededMs how long the access token must last
   * @throws ConsoleError `signed-out`, `unavailable`
   */
  async open(request: FastifyRequest, reply: FastifyReply, neededMs: number): Promise<LiveSession> {
    const session = await this.cookie.read(request);
    if (session === undefined) throw signedOut();
    const claims = await this.#goodClaims(session.tokens, neededMs);
    const language = languageOf(request.headers);
    if (claims !== undefined) return { session, claims, language };
    return { ...(await this.#renew(session, reply)), language };
  }

  /** Whether the access token of a session is still valid. Open streams check their sessions from time to time. */
  async isGood({ session }: LiveSession): Promise<boolean> {
    return (await this.#claimsOf(session.tokens.accessToken)) !== undefined;
  }

  /** Begins the session of a user who has signed in. The new session replaces any earlier session of this browser. */
  async begin(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void> {
    const former = await this.cookie.read(request);
    await this.cookie.write(reply, session);
    // The earlier session is no longer used. The grant of the earlier session is ended only to clean up.
    if (former !== undefined) await this.#revoke(former).catch(() => undefined);
  }

  /**
   * Ends the session: removes its cookie from the browser and ends its grant. @throws PlatformError if auth cannot be
   * reached
   */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await this.cookie.read(request);
    this.cookie.remove(reply);
    if (session !== undefined) await this.#revoke(session);
  }

  async #goodClaims(tokens: StoredTokens, neededMs: number): Promise<AccessTokenClaims | undefined> {
    const now = Date.now();
    if (now >= tokens.renewAt) return undefined;
    const claims = await this.#claimsOf(tokens.accessToken);
    if (claims === undefined) return undefined;
    // Without this limit, a token with a short lifetime would be renewed at each call.
    const lifetimeMs = (claims.expiresAt - claims.issuedAt) * 1_000;
    const marginMs = Math.min(neededMs, lifetimeMs / 3);
    return now + marginMs < tokens.accessTokenEndsAt ? claims : undefined;
  }

  async #claimsOf(accessToken: string): Promise<AccessTokenClaims | undefined> {
    try {
      return await this.verifier.verify(accessToken);
    } catch (error) {
      if (error instanceof AuthError && error.code === 'token-invalid') return undefined;
      throw error;
    }
  }

  async #renew(session: Session, reply: FastifyReply): Promise<Omit<LiveSession, 'language'>> {
    try {
      const tokens = await this.#newPair(session.tokens);
      const renewed = { ...session, tokens };
      const claims = await this.#claimsOf(tokens.accessToken);
      if (claims === undefined) throw signedOut();
      await this.cookie.write(reply, renewed);
      return { session: renewed, claims };
    } catch (error) {
      if (error instanceof PlatformError && error.oauthError === 'invalid_client') {
        throw new ConsoleError('unavailable', 'The client of the console is not accepted', { cause: error });
      }
      const isOver =
        error instanceof ConsoleError || (error instanceof PlatformError && error.code === 'login-refused');
      if (!isOver) throw error;
      this.cookie.remove(reply);
      throw signedOut();
    }
  }

  /** Calls that arrive at the same time share one renewal. */
  #newPair(tokens: StoredTokens): Promise<StoredTokens> {
    const { refreshToken } = tokens;
    const known = this.#renewals.get(refreshToken);
    if (known !== undefined) return known;
    const renewal = this.#reissue(tokens);
    this.#renewals.set(refreshToken, renewal);
    renewal.catch(() => this.#renewals.delete(refreshToken));
    return renewal;
  }

  async #reissue(tokens: StoredTokens): Promise<StoredTokens> {
    const store = new RenewedPair(tokens);
    await this.#clientWith(store).accessToken();
    return store.pair;
  }

  async #revoke({ tokens }: Session): Promise<void> {
    const { refreshToken } = await (this.#renewals.get(tokens.refreshToken) ?? tokens);
    await this.#clientWith(new RenewedPair({ ...tokens, refreshToken })).revoke();
  }

  #clientWith(tokenStore: TokenStore): PlatformClient {
    const { issuer: authUrl, apiUrl, apiPrefix, clientId, clientSecret, idpSegment } = this.env;
    const retry = { attempts: 2, longestRetryAfterSeconds: 2 };
    // The operator's settings decide which addresses may be reached over http.
    return new PlatformClient({
      authUrl,
      apiUrl,
      apiPrefix,
      clientId,
      clientSecret,
      idpSegment,
      tokenStore,
      retry,
      allowHttp: true,
      longestSilenceSeconds: 10,
    });
  }
}

/** Marks a token pair so that it will be renewed before it expires. */
class RenewedPair implements TokenStore {
  #pair: StoredTokens;

  constructor(pair: StoredTokens) {
    this.#pair = { ...pair, renewAt: 0 };
  }

  get pair(): StoredTokens {
    return this.#pair;
  }

  async load(): Promise<StoredTokens> {
    return this.#pair;
  }

  async save(tokens: StoredTokens | undefined): Promise<void> {
    if (tokens !== undefined) this.#pair = tokens;
  }
}
