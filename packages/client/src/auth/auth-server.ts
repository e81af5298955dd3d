import { codeExchangeForm, defaultIdpSegment, realm, type TokenRecord } from '@trading-platform/domain-types';
import { PlatformError } from '../errors/platform-error.js';
import { readObject } from '../wire/envelope.js';
import { type Answer, exchange, type Fetch, wrongAnswer } from '../wire/exchange.js';
import type { OnPause } from '../wire/pause.js';
import { type RetryPolicy, withRetries } from '../wire/retry.js';
import type { StoredTokens } from './token-store.js';

export interface AuthServerOptions {
  /** The address has no slash at its end. */
  readonly authUrl: string;
  readonly idpSegment?: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: Fetch;
  readonly retry: RetryPolicy;
  readonly silenceMs: number;
  readonly onPause: OnPause | undefined;
}

export interface User {
  readonly userId: string;
  readonly password: string;
}

export interface Code {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

type Form = Readonly<Record<string, string>>;

/**
 * A pair of tokens is renewed this long before it expires. A pair with a short life is renewed after two thirds of its
 * life.
 */
const renewBeforeEndSeconds = 30;
const renewAfterShare = 2 / 3;

/**
 * The endpoints of the authentication server for a client. These calls take no abort signal, because one call serves
 * many callers.
 */
export class AuthServer {
  readonly #options: AuthServerOptions;

  constructor(options: AuthServerOptions) {
    this.#options = options;
  }

  get clientId(): string {
    return this.#options.clientId;
  }

  get authorizationEndpoint(): string {
    return `${this.#oauthUrl}/authorize`;
  }

  /** @throws PlatformError `login-refused` (Spec 4.2) */
  async exchangeCode({ code, redirectUri, codeVerifier }: Code): Promise<StoredTokens> {
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...this.#client,
      code_verifier: codeVerifier,
    } satisfies Record<(typeof codeExchangeForm.fieldNames)[number], string>;
    // The call is not retried, because a code works only once, and its second use ends the grant that its first use has
    // made.
    return readTokens(await this.#postOnce(this.#tokenEndpoint, form));
  }

  /** @throws PlatformError `login-refused` (Spec 4.3) */
  async logIn({ userId, password }: User): Promise<StoredTokens> {
    const form = { user_id: userId, user_password: password, ...this.#client };
    return this.#tokensFor(`${this.#options.authUrl}/api/credentials/access_token`, form);
  }

  /** @throws PlatformError `login-refused` if the refresh token is no longer valid (Spec 4.4) */
  async reissue(refreshToken: string): Promise<StoredTokens> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...this.#client };
    return this.#tokensFor(this.#tokenEndpoint, form);
  }

  /** Ends the grant of a refresh token (RFC 7009). The call is tried only once, so that a program can end quickly. */
  async revoke(refreshToken: string): Promise<void> {
    const answer = await this.#postOnce(`${this.#oauthUrl}/revoke`, { token: refreshToken, ...this.#client });
    if (answer.status !== 200) throw loginRefused(answer);
  }

  get #client() {
    return { client_id: this.#options.clientId, client_secret: this.#options.clientSecret };
  }

  get #oauthUrl(): string {
    return `${this.#options.authUrl}/${this.#options.idpSegment ?? defaultIdpSegment}/oauth2`;
  }

  get #tokenEndpoint(): string {
    return `${this.#oauthUrl}/access_token?realm=${encodeURIComponent(realm)}`;
  }

  #tokensFor(url: string, form: Form): Promise<StoredTokens> {
    const { retry: policy, onPause } = this.#options;
    const attempt = async () => readTokens(await this.#postOnce(url, form));
    return withRetries(attempt, { policy, onPause, signal: undefined });
  }

  #postOnce(url: string, form: Form): Promise<Answer> {
    const { fetch, silenceMs } = this.#options;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const body = new URLSearchParams(form).toString();
    return exchange(url, { fetch, method: 'POST', headers, body, silenceMs, signal: undefined });
  }
}

function readTokens(answer: Answer): StoredTokens {
  const record = readObject(answer.body) as Partial<TokenRecord> | undefined;
  if (answer.status !== 200) throw loginRefused(answer);
  if (typeof record?.access_token !== 'string' || typeof record.refresh_token !== 'string') {
    throw wrongAnswer(answer, 'The token endpoint answered without tokens');
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

function loginRefused(answer: Answer): PlatformError {
  const record = readObject(answer.body);
  const { error: oauthError, error_description: description } = record ?? {};
  if (typeof oauthError !== 'string') {
    return wrongAnswer(answer, 'The token endpoint gave an answer that is not its own');
  }
  const reason = typeof description === 'string' ? description : oauthError;
  const { address, status } = answer;
  return new PlatformError('login-refused', reason, { address, status, oauthError });
}
