import { defaultIdpSegment, realm, type TokenRecord } from '@trading-platform/domain-types';
import { type Answer, exchange, type Fetch, readObject } from './exchange.js';
import { PlatformError } from './platform-error.js';
import { type RetryPolicy, withRetries } from './retry.js';

/** A token pair as it is kept between calls, and between runs by a storage that lasts. */
export interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Epoch milliseconds. */
  readonly accessTokenEndsAt: number;
  /** Epoch milliseconds; from then on the pair is replaced before it is used. */
  readonly renewAt: number;
}

/** Where the token pair is kept. One storage belongs to one user of one client. */
export interface TokenStorage {
  load(): Promise<StoredTokens | undefined>;
  /** Keeps the pair instead of a former one; `undefined` forgets it. */
  save(tokens: StoredTokens | undefined): Promise<void>;
}

/** Keeps the tokens as long as the process lives. */
export class MemoryTokenStorage implements TokenStorage {
  #tokens: StoredTokens | undefined;

  constructor(tokens?: StoredTokens) {
    this.#tokens = tokens;
  }

  async load(): Promise<StoredTokens | undefined> {
    return this.#tokens;
  }

  async save(tokens: StoredTokens | undefined): Promise<void> {
    this.#tokens = tokens;
  }
}

export interface TokenSourceOptions {
  readonly authUrl: string;
  readonly idpSegment?: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without a user, the storage must hold tokens of the authorization code flow. */
  readonly user?: { readonly userId: string; readonly password: string } | undefined;
  readonly storage: TokenStorage;
  readonly fetch: Fetch;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
}

/** A pair is renewed this long before its end, or after two thirds of a shorter life. */
const renewBeforeEndSeconds = 30;
const renewAfterShare = 2 / 3;

/**
 * Hands out access tokens that are good for some time yet: stored ones, reissued ones (Spec 4.4), or those of the
 * credentials flow (Spec 4.3). However many calls ask at once, one of them goes to the server.
 */
export class TokenSource {
  readonly #options: TokenSourceOptions;
  #renewal: Promise<StoredTokens> | undefined;

  constructor(options: TokenSourceOptions) {
    this.#options = options;
  }

  /**
   * @param refused an access token that the data API did not take, and that must not come again
   * @throws PlatformError `login-refused` when neither the refresh token nor the user is good
   */
  async accessToken(refused?: string): Promise<string> {
    const stored = await this.#options.storage.load();
    if (stored !== undefined && stored.accessToken !== refused && Date.now() < stored.renewAt) {
      return stored.accessToken;
    }
    this.#renewal ??= this.#renew(stored).finally(() => {
      this.#renewal = undefined;
    });
    return (await this.#renewal).accessToken;
  }

  /** Ends the grant at the server and forgets the tokens (RFC 7009). Tried once: the end of a program should not hang on it. */
  async revoke(): Promise<void> {
    const { storage, clientId, clientSecret } = this.#options;
    const stored = await storage.load();
    if (stored === undefined) return;
    const form = { token: stored.refreshToken, client_id: clientId, client_secret: clientSecret };
    const answer = await this.#postOnce(`${this.#oauthUrl}/revoke`, form);
    if (answer.status !== 200) throw loginRefused(answer);
    await storage.save(undefined);
  }

  get #oauthUrl(): string {
    return `${this.#options.authUrl}/${this.#options.idpSegment ?? defaultIdpSegment}/oauth2`;
  }

  async #renew(stored: StoredTokens | undefined): Promise<StoredTokens> {
    const tokens = (stored && (await this.#reissue(stored))) ?? (await this.#logIn());
    await this.#options.storage.save(tokens);
    return tokens;
  }

  /** Undefined if the refresh token is no longer good but the user can log in again. */
  async #reissue({ refreshToken }: StoredTokens): Promise<StoredTokens | undefined> {
    const { clientId, clientSecret, user } = this.#options;
    const answer = await this.#post(`${this.#oauthUrl}/access_token?realm=${encodeURIComponent(realm)}`, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    });
    if (answer.status === 400 && user !== undefined) return undefined;
    return readTokens(answer);
  }

  async #logIn(): Promise<StoredTokens> {
    const { authUrl, clientId, clientSecret, user } = this.#options;
    if (user === undefined) {
      throw new PlatformError('login-refused', 'There are no stored tokens and no user: let the user sign in again');
    }
    const answer = await this.#post(`${authUrl}/api/credentials/access_token`, {
      user_id: user.userId,
      user_password: user.password,
      client_id: clientId,
      client_secret: clientSecret,
    });
    return readTokens(answer);
  }

  #post(url: string, form: Readonly<Record<string, string>>): Promise<Answer> {
    return withRetries(() => this.#postOnce(url, form), this.#options.retry, undefined);
  }

  /** A renewal serves all callers, so none of their signals ends it. */
  #postOnce(url: string, form: Readonly<Record<string, string>>): Promise<Answer> {
    const { fetch, timeoutMs } = this.#options;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    return exchange(url, { fetch, headers, body: new URLSearchParams(form).toString(), timeoutMs, signal: undefined });
  }
}

function readTokens(answer: Answer): StoredTokens {
  const record = readObject(answer.body) as Partial<TokenRecord> | undefined;
  if (answer.status !== 200) throw loginRefused(answer);
  if (typeof record?.access_token !== 'string' || typeof record.refresh_token !== 'string') {
    throw new PlatformError('answer-unexpected', 'The token endpoint answered without tokens: check the address', {
      status: answer.status,
    });
  }
  const lifetimeSeconds = record.exires_in ?? record.expires_in ?? 0;
  const usableSeconds = Math.max(lifetimeSeconds - renewBeforeEndSeconds, lifetimeSeconds * renewAfterShare);
  return {
    accessToken: record.access_token,
    refreshToken: record.refresh_token,
    accessTokenEndsAt: Date.now() + lifetimeSeconds * 1_000,
    renewAt: Date.now() + usableSeconds * 1_000,
  };
}

function loginRefused({ status, body }: Answer): PlatformError {
  const record = readObject(body);
  const oauthError = typeof record?.error === 'string' ? record.error : undefined;
  if (oauthError === undefined) {
    return new PlatformError('answer-unexpected', `The token endpoint answered HTTP ${status}: check the address`, {
      status,
    });
  }
  const description = typeof record?.error_description === 'string' ? record.error_description : oauthError;
  return new PlatformError('login-refused', description, { status, oauthError });
}
