import {
  codeExchangeForm,
  defaultIdpSegment,
  deviceGrantType,
  realm,
  type TokenRecord,
} from '@trading-platform/domain-types';
import { PlatformError } from '../errors/platform-error.js';
import { readObject } from '../wire/envelope.js';
import { type Answer, exchange, type Fetch, wrongAnswer } from '../wire/exchange.js';
import type { OnPause } from '../wire/pause.js';
import { type RetryPolicy, withRetries } from '../wire/retry.js';
import type { ClientAuthentication } from './client-authentication.js';
import type { DeviceSignIn } from './device-sign-in.js';
import type { StoredTokens } from './token-store.js';

export interface AuthServerOptions {
  /** The address has no slash at its end. */
  readonly authUrl: string;
  readonly idpSegment?: string | undefined;
  readonly clientId: string;
  readonly authentication: ClientAuthentication;
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

/** `grant_type` of a service account. */
const serviceGrant = 'client_credentials';

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
      code_verifier: codeVerifier,
    } satisfies Record<Exclude<(typeof codeExchangeForm.fieldNames)[number], `client_${string}`>, string>;
    // The call is not retried, because a code works only once. Its second use ends the grant that its first use has
    // made.
    return readTokens(await this.#postOnce(this.#tokenEndpoint, form), form);
  }

  /** @throws PlatformError `login-refused` (Spec 4.3) */
  async logIn({ userId, password }: User): Promise<StoredTokens> {
    const form = { user_id: userId, user_password: password };
    return this.#tokensFor(`${this.#options.authUrl}/api/credentials/access_token`, form);
  }

  /** @throws PlatformError `login-refused` if the refresh token is no longer valid (Spec 4.4) */
  async reissue(refreshToken: string): Promise<StoredTokens> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return this.#tokensFor(this.#tokenEndpoint, form);
  }

  /**
   * Asks for a code that a device shows to its user (RFC 8628 3.1).
   *
   * @throws PlatformError `login-refused` if the platform or the client has no device flow
   */
  async beginDeviceSignIn(): Promise<DeviceSignIn> {
    const { retry: policy, onPause } = this.#options;
    const form = { grant_type: deviceGrantType };
    const url = `${this.#oauthUrl}/device_authorization?realm=${encodeURIComponent(realm)}`;
    const attempt = async () => readDevice(await this.#postOnce(url, {}), form);
    return withRetries(attempt, { policy, onPause, signal: undefined });
  }

  /**
   * Tokens of a device whose user has allowed it (RFC 8628 3.4). The call is not retried, because a code works only once.
   *
   * @throws PlatformError `login-refused` with the `oauthError` `authorization_pending` until then
   */
  async exchangeDeviceCode(deviceCode: string): Promise<StoredTokens> {
    const form = { grant_type: deviceGrantType, device_code: deviceCode };
    return readTokens(await this.#postOnce(this.#tokenEndpoint, form), form);
  }

  /**
   * An access token of a service account (RFC 6749 4.4). It has no refresh token.
   *
   * @throws PlatformError `login-refused`
   */
  async logInAsService(): Promise<StoredTokens> {
    return this.#tokensFor(this.#tokenEndpoint, { grant_type: serviceGrant });
  }

  /**
   * Ends the grant of a refresh token, or the access token of a service account (RFC 7009). The call is tried only once, so that
   * a program can end quickly.
   */
  async revoke(token: string): Promise<void> {
    const form = { token };
    const answer = await this.#postOnce(`${this.#oauthUrl}/revoke`, form);
    if (answer.status !== 200) throw loginRefused(answer, form);
  }

  get #oauthUrl(): string {
    return `${this.#options.authUrl}/${this.#options.idpSegment ?? defaultIdpSegment}/oauth2`;
  }

  get #tokenEndpoint(): string {
    return `${this.#oauthUrl}/access_token?realm=${encodeURIComponent(realm)}`;
  }

  #tokensFor(url: string, form: Form): Promise<StoredTokens> {
    const { retry: policy, onPause } = this.#options;
    const attempt = async () => readTokens(await this.#postOnce(url, form), form);
    return withRetries(attempt, { policy, onPause, signal: undefined });
  }

  /** Each attempt has its own JWT, because the server accepts a JWT only once. */
  async #postOnce(url: string, form: Form): Promise<Answer> {
    const { authentication, fetch, silenceMs } = this.#options;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const body = new URLSearchParams({ ...form, ...(await authentication()) }).toString();
    return exchange(url, { fetch, method: 'POST', headers, body, silenceMs, signal: undefined });
  }
}

function readTokens(answer: Answer, form: Form): StoredTokens {
  const record = readObject(answer.body) as Partial<TokenRecord> | undefined;
  if (answer.status !== 200) throw loginRefused(answer, form);
  const { access_token: accessToken, refresh_token: refreshToken = isOfService(form) ? '' : undefined } = record ?? {};
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') {
    throw wrongAnswer(answer, 'The token endpoint answered without tokens');
  }
  const lifetimeSeconds = record?.exires_in ?? record?.expires_in ?? 0;
  const usableSeconds = Math.max(lifetimeSeconds - renewBeforeEndSeconds, lifetimeSeconds * renewAfterShare);
  return {
    accessToken,
    refreshToken,
    accessTokenEndsAt: Date.now() + lifetimeSeconds * 1_000,
    renewAt: Date.now() + usableSeconds * 1_000,
  };
}

const defaultIntervalSeconds = 5;

function readDevice(answer: Answer, form: Form): DeviceSignIn {
  if (answer.status !== 200) throw loginRefused(answer, form);
  const record = readObject(answer.body) ?? {};
  const { device_code: deviceCode, user_code: userCode, verification_uri: url } = record;
  const { verification_uri_complete: completeUrl, expires_in: seconds, interval = defaultIntervalSeconds } = record;
  const isText = [deviceCode, userCode, url].every((value) => typeof value === 'string' && value !== '');
  const isNumber = [seconds, interval].every((value) => typeof value === 'number' && value >= 0);
  if (!isText || !isNumber) throw wrongAnswer(answer, 'The device authorization endpoint answered without a code');
  return {
    url: String(url),
    completeUrl: typeof completeUrl === 'string' ? completeUrl : undefined,
    userCode: String(userCode),
    deviceCode: String(deviceCode),
    intervalSeconds: Number(interval),
    endsAt: Date.now() + Number(seconds) * 1_000,
  };
}

function isOfService({ grant_type: grant }: Form): boolean {
  return grant === serviceGrant;
}

function loginRefused(answer: Answer, form: Form): PlatformError {
  const record = readObject(answer.body);
  const { error: oauthError, error_description: description } = record ?? {};
  if (typeof oauthError !== 'string') {
    return wrongAnswer(answer, 'The token endpoint gave an answer that is not its own');
  }
  const reason = typeof description === 'string' ? description : oauthError;
  const { address, status } = answer;
  const advice = adviceFor(form, oauthError);
  return new PlatformError('login-refused', reason, { address, status, oauthError, advice });
}

function adviceFor(form: Form, oauthError: string): string | undefined {
  if (isOfService(form)) return adviceForService(oauthError);
  return (form['grant_type'] === deviceGrantType ? adviceForDevice : adviceOfRefusal)[oauthError];
}

/** More specific remedies for refusals of a device. */
const adviceForDevice: Readonly<Record<string, string>> = {
  unauthorized_client: 'Ask the operator of the platform to switch the device flow on for the client.',
  unsupported_grant_type: 'This platform has no device flow: sign in in the browser, or with userId and password.',
  not_found: 'This platform has no device flow: sign in in the browser, or with userId and password.',
  access_denied: 'Begin the sign-in again if this was a mistake.',
  expired_token: 'Begin the sign-in again, and type its new code at once.',
  invalid_grant: 'Begin the sign-in again: a code works once, and belongs to one client.',
};

/** More specific remedies for refusals in the name of a user. */
const adviceOfRefusal: Readonly<Record<string, string>> = {
  unauthorized_client:
    'Ask the operator of the platform to allow this flow for the client, or, if the client is a service account, set clientCredentials and no user.',
};

function adviceForService(oauthError: string): string {
  if (oauthError === 'unauthorized_client') {
    return 'Ask the operator of the platform to make the client a service account, or give userId and password instead of clientCredentials.';
  }
  if (oauthError === 'unsupported_grant_type') {
    return 'This platform has no service accounts yet: give userId and password instead of clientCredentials.';
  }
  return 'Check client id and client secret or key, and ask the operator of the platform whether the service account is enabled.';
}
