import type { Envelope, FindAnswer } from '@trading-platform/domain-types';
import { AuthServer } from './auth/auth-server.js';
import { awaitDeviceTokens } from './auth/await-device-tokens.js';
import { clientAuthentication } from './auth/client-authentication.js';
import type { DeviceSignIn } from './auth/device-sign-in.js';
import { beginSignIn, readCallback, type SignIn } from './auth/sign-in.js';
import { TokenSource } from './auth/token-source.js';
import { MemoryTokenStore } from './auth/token-store.js';
import { BatchClient } from './batches/batch-client.js';
import { type AnyCallOptions, type CallOptions, DataApi } from './calls/data-api.js';
import {
  type Environment,
  languageHeaders,
  optionsFromEnv,
  type PlatformClientOptions,
  serviceAddresses,
} from './client-settings.js';
import { PlatformError } from './errors/platform-error.js';
import { BatchCalls } from './groups/batches.js';
import { DownloadCalls, type SettingsCalls, settingsCalls } from './groups/downloads.js';
import { EventCalls } from './groups/events.js';
import { PartnerCalls, PlaceCalls, ProductCalls } from './groups/lists.js';
import { DeliveryCalls, FcCalls } from './groups/lookups.js';
import { OrderCalls } from './groups/orders.js';
import { TradeCalls } from './groups/trades.js';
import { CallPace } from './wire/call-pace.js';
import type { JsonObject } from './wire/envelope.js';
import { defaultRetryPolicy } from './wire/retry.js';

const defaultLongestSilenceSeconds = 60;

/** The records that a text finds, by kind. */
export type Findings = Omit<FindAnswer, keyof Envelope>;

/**
 * Calls the platform for one user of one client, or for one service account. It manages tokens and offers downloads, orders, lists and lookups.
 *
 * @example
 * const client = PlatformClient.fromEnv();
 * for await (const slip of client.trade.download({ target_date_set: '2', target_date_from: '2026-04-01', target_date_to: '2026-04-07' })) {
 *   console.log(slip.trade_id, slip.trade_total);
 * }
 */
export class PlatformClient {
  /** Downloads of slips (Spec 4.8). */
  readonly trade: DownloadCalls<'trade'>;
  /** Product master and order master (Spec 4.7). */
  readonly master: DownloadCalls<'master'>;
  readonly settings: SettingsCalls;
  readonly orders: OrderCalls;
  /** Single slips as they are now, and their histories. */
  readonly trades: TradeCalls;
  readonly partners: PartnerCalls;
  readonly products: ProductCalls;
  readonly places: PlaceCalls;
  readonly delivery: DeliveryCalls;
  readonly fc: FcCalls;
  readonly batches: BatchCalls;
  readonly events: EventCalls;
  readonly #api: DataApi;
  readonly #auth: AuthServer;
  readonly #tokens: TokenSource;
  readonly #issuer: string;

  /** @throws PlatformError `settings-wrong` */
  constructor(options: PlatformClientOptions) {
    const { clientId, clientSecret, clientKey, idpSegment, onPause, onIgnoredFields } = options;
    const { authUrl, apiBase } = serviceAddresses(options);
    const retry = { ...defaultRetryPolicy, ...options.retry };
    const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    const silenceMs = (options.longestSilenceSeconds ?? defaultLongestSilenceSeconds) * 1_000;
    const common = { fetch, retry, silenceMs, onPause };
    const issuer = options.issuer ?? authUrl;
    const authentication = clientAuthentication({ clientId, clientSecret, clientKey, issuer });
    this.#issuer = issuer;
    this.#auth = new AuthServer({ ...common, authUrl, idpSegment, clientId, authentication });
    this.#tokens = new TokenSource({
      server: this.#auth,
      store: options.tokenStore ?? new MemoryTokenStore(),
      ...loginOf(options),
    });
    const pace = new CallPace({ longestWaitSeconds: retry.longestRetryAfterSeconds, onPause });
    this.#api = new DataApi({
      ...common,
      baseUrl: apiBase,
      tokens: this.#tokens,
      pace,
      onIgnoredFields,
      headers: languageHeaders(options.language),
    });
    const batches = new BatchClient(this.#api);
    this.trade = new DownloadCalls(batches, 'trade');
    this.master = new DownloadCalls(batches, 'master');
    this.settings = settingsCalls(batches);
    this.orders = new OrderCalls(this.#api, batches);
    this.trades = new TradeCalls(this.#api);
    this.partners = new PartnerCalls(this.#api);
    this.products = new ProductCalls(this.#api);
    this.places = new PlaceCalls(this.#api);
    this.delivery = new DeliveryCalls(this.#api);
    this.fc = new FcCalls(this.#api);
    this.batches = new BatchCalls(this.#api, batches);
    this.events = new EventCalls(this.#api);
  }

  /**
   * Makes a client from the variables `TRADING_PLATFORM_AUTH_URL`, `…_API_URL`, `…_CLIENT_ID`, `…_CLIENT_SECRET` (or `…_CLIENT_KEY`),
   * `…_USER_ID`, `…_PASSWORD` (for a service account `…_CLIENT_CREDENTIALS=1` instead of these two), and optionally
   * `…_IDP_SEGMENT`, `…_API_PREFIX`, `…_ISSUER`, `…_ALLOW_HTTP`, `…_LANGUAGE`. Options override variables.
   *
   * @param environment default: the variables of the process
   * @throws PlatformError `settings-wrong`, naming every missing variable
   */
  static fromEnv(options: Partial<PlatformClientOptions> = {}, environment?: Environment): PlatformClient {
    return new PlatformClient(optionsFromEnv(options, environment));
  }

  /**
   * Begins a sign-in on the authorization page (Spec 4.1), with PKCE.
   *
   * @param redirectUri the callback URL, exactly as it is registered
   * @returns the address for the browser, and the data to keep until it returns
   */
  authorizationUrl(redirectUri: string): Promise<SignIn> {
    const { authorizationEndpoint, clientId } = this.#auth;
    return beginSignIn({ authorizationEndpoint, clientId, redirectUri });
  }

  /**
   * Completes a sign-in: checks the callback and stores the tokens for its code (Spec 4.2). Later calls are made for the user who
   * signed in.
   *
   * @param callback the address that the browser called, or its query
   * @param signIn the result of `authorizationUrl`
   * @throws PlatformError `login-refused`
   */
  async exchangeCode(callback: string | URL | URLSearchParams, signIn: Omit<SignIn, 'url'>): Promise<void> {
    const code = readCallback(callback, signIn, this.#issuer);
    await this.#tokens.keep(await this.#auth.exchangeCode(code));
  }

  /**
   * Begins the sign-in of a device without a browser (RFC 8628): a program in a terminal, on a machine in the warehouse. Show `userCode`
   * and `url` to the user, then call `completeDeviceSignIn`.
   *
   * @throws PlatformError `login-refused` if the platform or the client has no device flow
   */
  beginDeviceSignIn(): Promise<DeviceSignIn> {
    return this.#auth.beginDeviceSignIn();
  }

  /**
   * Waits until the user has allowed the device, and stores the tokens. Later calls are made for this user.
   *
   * @param signIn the result of `beginDeviceSignIn`
   * @throws PlatformError `login-refused` if the user refused (`oauthError` `access_denied`) or did not decide in time (`expired_token`)
   */
  async completeDeviceSignIn(
    signIn: DeviceSignIn,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<void> {
    await this.#tokens.keep(await awaitDeviceTokens(this.#auth, signIn, signal));
  }

  /** An access token that is valid for some time, for calls that this package does not make. */
  accessToken(): Promise<string> {
    return this.#tokens.accessToken();
  }

  /** Ends the grant of the stored tokens, or the access token of a service account, and deletes them. */
  revoke(): Promise<void> {
    return this.#tokens.revoke();
  }

  /**
   * Finds single records by one text: slips, orders and batches by number, products and partners by code or name. At most 8 of
   * each kind, and none of a kind for which the client has no right. `complete_flg` is `0` if some names were not compared.
   */
  async find(text: string, { signal }: CallOptions = {}): Promise<Findings> {
    const path = `/find?text=${encodeURIComponent(text)}`;
    const { body } = await this.#api.call({ method: 'GET', path, signal });
    const { request_id: _id, result: _result, error_list: _errors, ...findings } = body as unknown as FindAnswer;
    return findings;
  }

  /**
   * Calls any function of the data API, with token and retries, and returns its whole body.
   *
   * @param path the part after the prefix, such as `/delivery/shortest/explain`; a query may follow
   * @param body undefined for a call without a body; bytes and blobs must already contain JSON, and are sent unchanged
   * @throws PlatformError
   */
  async call(
    path: string,
    body: object | Uint8Array<ArrayBuffer> | Blob | undefined,
    options: AnyCallOptions = {},
  ): Promise<JsonObject> {
    const { signal, method = body === undefined ? 'GET' : 'POST', headers = {} } = options;
    return (await this.#api.call({ path, method, headers, signal, ...(body === undefined ? {} : { body }) })).body;
  }
}

/** @throws PlatformError `settings-wrong` */
function loginOf({ clientCredentials, userId, password }: PlatformClientOptions) {
  const isService = clientCredentials === true;
  if (isService && (userId !== undefined || password !== undefined)) {
    throw new PlatformError('settings-wrong', 'A service account (clientCredentials) has no user', {
      advice: 'Leave out userId and password, or clientCredentials.',
    });
  }
  return { isService, user: userId === undefined || password === undefined ? undefined : { userId, password } };
}
