import { Inject, Injectable } from '@nestjs/common';
import { PlatformClient, PlatformError, type StoredTokens, type TokenStore } from '@trading-platform/client';
import { ENV, type Env } from '../env.js';
import { signedOut } from '../http/console-error.js';
import type { LiveSession } from '../session/session-keeper.js';

/** Interactive calls: a person sees the failure, and may ask again. */
const retry = { attempts: 2, longestRetryAfterSeconds: 2 };
const silenceSeconds = 30;

/** What a call that is passed on takes. */
export interface PassedOnCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Calls of the platform in the name of the user of a session. */
@Injectable()
export class PlatformCalls {
  readonly #clients = new WeakMap<LiveSession, PlatformClient>();

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** The SDK, with the access token of this call. */
  clientOf(live: LiveSession): PlatformClient {
    const known = this.#clients.get(live);
    if (known !== undefined) return known;
    const { issuer: authUrl, apiUrl, apiPrefix, clientId, clientSecret, idpSegment } = this.env;
    const client = new PlatformClient({
      authUrl,
      apiUrl,
      apiPrefix,
      clientId,
      clientSecret,
      idpSegment,
      retry,
      tokenStore: new TokensOfCall(live.session.tokens),
      allowHttp: true,
      longestSilenceSeconds: silenceSeconds,
    });
    this.#clients.set(live, client);
    return client;
  }

  /**
   * The answer to a GET of the data API with its body still to come, whatever its status.
   *
   * @throws PlatformError `unavailable`
   */
  async get({ session }: LiveSession, path: string, { headers = {}, signal }: PassedOnCall = {}): Promise<Response> {
    const address = `${this.env.apiUrl}${this.env.apiPrefix}${path}`;
    const authorization = `Bearer ${session.tokens.accessToken}`;
    try {
      return await fetch(address, {
        headers: { ...headers, authorization },
        redirect: 'error',
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new PlatformError('unavailable', 'The data API does not answer', { address, cause });
    }
  }

  /**
   * The answer of a function of the authentication server beside the contract, called with the access token.
   *
   * @param path after the segment, such as `/account/grants`
   * @throws PlatformError `unavailable`
   */
  async askAuth({ session }: LiveSession, path: string, method: 'GET' | 'DELETE' = 'GET'): Promise<Response> {
    const address = `${this.env.issuer}/${this.env.idpSegment}${path}`;
    try {
      return await fetch(address, {
        method,
        headers: { authorization: `Bearer ${session.tokens.accessToken}` },
        redirect: 'error',
        signal: AbortSignal.timeout(silenceSeconds * 1_000),
      });
    } catch (cause) {
      throw new PlatformError('unavailable', 'The authentication server does not answer', { address, cause });
    }
  }
}

/**
 * The pair of a session, which no call may renew: only where the answer can take the new pair to the browser is it renewed, before the
 * call.
 */
class TokensOfCall implements TokenStore {
  readonly #tokens: StoredTokens;

  constructor(tokens: StoredTokens) {
    this.#tokens = { ...tokens, renewAt: Number.POSITIVE_INFINITY };
  }

  async load(): Promise<StoredTokens> {
    return this.#tokens;
  }

  async save(): Promise<void> {
    throw signedOut();
  }

  /** The SDK wants to renew: the data API does not take the token any more. */
  async exclusively(): Promise<never> {
    throw signedOut();
  }
}
