import { defaultApiPrefix } from '@trading-platform/domain-types';
import type { TokenStore } from './auth/token-store.js';
import { PlatformError } from './errors/platform-error.js';
import { checkAddress } from './wire/check-address.js';
import type { Fetch } from './wire/exchange.js';
import type { OnIgnoredFields } from './wire/ignored-fields.js';
import type { OnPause } from './wire/pause.js';
import type { RetryPolicy } from './wire/retry.js';

/** The platform, the client and its user, if it has one. */
export interface PlatformClientOptions {
  /** `{auth_url}`, such as `https://auth.example.com`. */
  readonly authUrl: string;
  /** `{base_url}`, such as `https://api.example.com`. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /**
   * The private key of a client that signs instead of sending a secret (`private_key_jwt`): PEM (PKCS #8), or JSON (JWK), whose
   * `kid` names the key.
   */
  readonly clientKey?: string | undefined;
  /** The user for the credentials flow (Spec 4.3). If there is no user, `tokenStore` must hold tokens. */
  readonly userId?: string | undefined;
  readonly password?: string | undefined;
  /**
   * The client is a service account: the operator has bound it to a member, and it gets tokens in its own name
   * (`grant_type=client_credentials`), without a user.
   */
  readonly clientCredentials?: boolean | undefined;
  /** The store of the tokens. Default: in memory. */
  readonly tokenStore?: TokenStore | undefined;
  /** Default `idp`. */
  readonly idpSegment?: string | undefined;
  /** Default `/ordApi/order`. */
  readonly apiPrefix?: string | undefined;
  /** The name of the authentication server in `iss`. Default: `authUrl`. */
  readonly issuer?: string | undefined;
  /**
   * The language of the platform's reasons (`error_detail`), such as `ja`: a language tag, sent as `Accept-Language`. Default: English.
   * The results of an upload or an update stay in the language of its request.
   */
  readonly language?: string | undefined;
  /** Allows `http:` to other machines, for trusted networks. Passwords and tokens are then not encrypted. */
  readonly allowHttp?: boolean | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /**
   * The longest silence of the platform before or within an answer. After a longer silence, the call counts as lost.
   * Default 60.
   */
  readonly longestSilenceSeconds?: number | undefined;
  /** Called when a call has to wait because it is throttled or will be retried. */
  readonly onPause?: OnPause | undefined;
  /** Called when a request has fields that the platform does not know, such as a misspelt filter. */
  readonly onIgnoredFields?: OnIgnoredFields | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** The variables that `PlatformClient.fromEnv` reads. */
export const clientVariables = {
  authUrl: 'TRADING_PLATFORM_AUTH_URL',
  apiUrl: 'TRADING_PLATFORM_API_URL',
  clientId: 'TRADING_PLATFORM_CLIENT_ID',
  clientSecret: 'TRADING_PLATFORM_CLIENT_SECRET',
  clientKey: 'TRADING_PLATFORM_CLIENT_KEY',
  userId: 'TRADING_PLATFORM_USER_ID',
  password: 'TRADING_PLATFORM_PASSWORD',
  clientCredentials: 'TRADING_PLATFORM_CLIENT_CREDENTIALS',
  idpSegment: 'TRADING_PLATFORM_IDP_SEGMENT',
  apiPrefix: 'TRADING_PLATFORM_API_PREFIX',
  issuer: 'TRADING_PLATFORM_ISSUER',
  allowHttp: 'TRADING_PLATFORM_ALLOW_HTTP',
  language: 'TRADING_PLATFORM_LANGUAGE',
} as const satisfies Partial<Record<keyof PlatformClientOptions, string>>;

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

const needed = ['authUrl', 'apiUrl', 'clientId'] as const;

/**
 * The options from the environment; given options override them.
 *
 * @throws PlatformError `settings-wrong`, naming every missing or wrong variable
 */
export function optionsFromEnv(
  given: Partial<PlatformClientOptions>,
  environment: Environment = ownEnvironment(),
): PlatformClientOptions {
  const texts = Object.entries(clientVariables).flatMap(([name, variable]) => {
    const text = environment[variable];
    return text === undefined || text === '' ? [] : [[name, text] as const];
  });
  const { clientCredentials, allowHttp, ...read } = Object.fromEntries(texts) as Partial<
    Record<keyof typeof clientVariables, string>
  >;
  const all = {
    ...read,
    ...readSwitch('clientCredentials', clientCredentials),
    ...readSwitch('allowHttp', allowHttp),
    ...(given.clientCredentials === true ? { userId: undefined, password: undefined } : {}),
    ...(given.clientKey === undefined ? {} : { clientSecret: undefined }),
    ...(given.clientSecret === undefined ? {} : { clientKey: undefined }),
    ...given,
  };
  const missing: string[] = needed.filter((name) => all[name] === undefined).map((name) => clientVariables[name]);
  if (all.clientSecret === undefined && all.clientKey === undefined) missing.push(clientVariables.clientSecret);
  if ((all.userId === undefined) !== (all.password === undefined)) {
    missing.push(all.userId === undefined ? clientVariables.userId : clientVariables.password);
  }
  if (missing.length > 0) {
    throw new PlatformError('settings-wrong', `The environment lacks ${missing.join(', ')}`, {
      advice: 'Set these variables, or give the options to fromEnv.',
    });
  }
  return all as PlatformClientOptions;
}

/**
 * The headers of a language.
 *
 * @throws PlatformError `settings-wrong`
 */
export function languageHeaders(language: string | undefined): Readonly<Record<string, string>> {
  if (language === undefined) return {};
  if (/^[a-z]{2,8}(-[a-z\d]{1,8}){0,4}$/i.test(language)) return { 'accept-language': language };
  throw new PlatformError(
    'settings-wrong',
    `language is ${JSON.stringify(language)} instead of a language tag such as ja`,
  );
}

/** The checked addresses of the services. */
export interface ServiceAddresses {
  readonly authUrl: string;
  /** With the prefix. */
  readonly apiBase: string;
}

/** @throws PlatformError `settings-wrong` */
export function serviceAddresses(options: PlatformClientOptions): ServiceAddresses {
  const allowsHttp = options.allowHttp === true;
  const prefix = `/${options.apiPrefix ?? defaultApiPrefix}`.replace(/^\/+|(?<!\/)\/+$/g, '');
  const apiPrefix = prefix === '' ? '' : `/${prefix}`;
  const apiPaths = apiPrefix === '' ? [] : [apiPrefix];
  const authPaths = ['/oauth2', '/api/credentials', '/.well-known'];
  const authUrl = checkAddress(options.authUrl, { name: 'authUrl', ownPaths: authPaths, allowsHttp });
  return {
    authUrl,
    apiBase: checkAddress(options.apiUrl, { name: 'apiUrl', ownPaths: apiPaths, allowsHttp }) + apiPrefix,
  };
}

function readSwitch(name: 'clientCredentials' | 'allowHttp', text: string | undefined): Partial<PlatformClientOptions> {
  if (text === undefined) return {};
  if (text === '1' || text === 'true') return { [name]: true };
  if (text === '0' || text === 'false') return { [name]: false };
  throw new PlatformError('settings-wrong', `${clientVariables[name]} is ${JSON.stringify(text)} instead of 1 or 0`);
}

/** The environment in Node, Bun and Deno; empty in browsers. */
function ownEnvironment(): Environment {
  const { process } = globalThis as { process?: { env?: Environment } };
  return process?.env ?? {};
}
