import {
  type OnIgnoredFields,
  PlatformClient,
  type PlatformClientOptions,
  type TokenStore,
} from '@trading-platform/client';
import { FileTokenStore, nodeFetch } from '@trading-platform/client/node';
import { CliError, readInputText, readSecret, remark } from '@trading-platform/terminal';
import type { ConnectOptions } from './connect-options.js';
import { type Access, findAccess } from './find-access.js';
import { tokensPath } from './profiles.js';

/** Identifies a caller, without secrets. A service account has no user. */
export interface Caller {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly userId: string | undefined;
  readonly clientCredentials?: true | undefined;
}

/** A client of the platform and its caller. */
export interface Connection {
  readonly client: PlatformClient;
  readonly caller: Caller;
  /** Revokes tokens that only this command used. */
  close(): Promise<void>;
}

/** @throws CliError `usage` if a value is missing and there is no user to ask for it */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { access, profile } = await findAccess(options);
  const settings = await completeAccess(access, profile !== undefined);
  const client = await makeClientOf(profile, settings);
  const { apiUrl, clientId, userId, clientCredentials } = settings;
  return {
    client,
    caller: { apiUrl, clientId, userId, ...(clientCredentials === true ? { clientCredentials } : {}) },
    // The tokens of a profile are kept. All other tokens were only for this command and are revoked. A failed
    // revocation does not fail the command.
    close: async () => {
      if (profile === undefined) await client.revoke().catch(() => undefined);
    },
  };
}

/** Runs `work` with a connection and closes it. */
export async function withConnection<T>(
  options: ConnectOptions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(options);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/**
 * A client with the tokens of a profile, if there is one. A profile without tokens is signed out, so its service
 * account does not sign in again by itself.
 */
export async function makeClientOf(
  profile: string | undefined,
  settings: PlatformClientOptions,
): Promise<PlatformClient> {
  if (profile === undefined) return makeClient(settings, undefined);
  const tokenStore = new FileTokenStore(tokensPath(profile));
  const isSignedOut = settings.clientCredentials === true && (await tokenStore.load()) === undefined;
  return makeClient(isSignedOut ? { ...settings, clientCredentials: false } : settings, tokenStore);
}

export function makeClient(settings: PlatformClientOptions, tokenStore: TokenStore | undefined): PlatformClient {
  return new PlatformClient({
    ...settings,
    language: settings.language ?? languageOfTerminal(),
    tokenStore,
    fetch: nodeFetch,
    onPause: ({ reason, ms }) => {
      if (ms < noticeableMs || !process.stderr.isTTY) return;
      remark(
        `${reason === 'call-count' ? 'The call count is used up' : 'The platform answers with errors'}: going on in ${Math.ceil(ms / 1_000)} s`,
      );
    },
    onIgnoredFields: tellIgnored(),
  });
}

/**
 * The language of the terminal (`LANG`, or the setting of Windows). English is not requested, because it is the default
 * of the platform. The language is read from plural rules, because making them takes a hundredth of the time of making
 * a date format.
 */
function languageOfTerminal(): string | undefined {
  const { locale } = new Intl.PluralRules().resolvedOptions();
  return /^en\b/.test(locale) ? undefined : locale;
}

/** An ignored field changes the meaning of a request, so the caller is warned, once for each command. */
function tellIgnored(): OnIgnoredFields {
  const told = new Set<string>();
  return ({ fields }) => {
    const names = fields.join(', ');
    if (told.has(names)) return;
    told.add(names);
    remark(`The platform does not know these fields and has ignored them: ${names}. Check their spelling.`);
  };
}

const noticeableMs = 3_000;

/** Asks the user for missing values. Refuses if no user can answer. */
export async function completeAccess(access: Access, hasTokens: boolean): Promise<PlatformClientOptions> {
  const authUrl = required(access.authUrl, '--auth-url, TRADING_PLATFORM_AUTH_URL');
  const apiUrl = required(access.apiUrl, '--api-url, TRADING_PLATFORM_API_URL');
  const clientId = required(access.clientId, '--client-id, TRADING_PLATFORM_CLIENT_ID');
  const needsUser = !hasTokens && access.clientCredentials !== true;
  const userId = needsUser ? required(access.userId, '--user-id, TRADING_PLATFORM_USER_ID') : access.userId;
  const { clientKeyFile, ...others } = access;
  const clientKey = clientKeyFile === undefined ? access.clientKey : await readInputText(clientKeyFile);
  const clientSecret = access.clientSecret ?? (clientKey === undefined ? await askForSecret() : undefined);
  const password = access.password ?? (needsUser ? await readSecret('password') : undefined);
  return { ...others, authUrl, apiUrl, clientId, clientSecret, clientKey, userId, password };
}

async function askForSecret(): Promise<string> {
  if (process.stdin.isTTY) return readSecret('client secret');
  return required(undefined, 'TRADING_PLATFORM_CLIENT_SECRET (never an argument), --client-key');
}

export function required(value: string | undefined, source: string): string {
  if (value !== undefined) return value;
  throw new CliError('usage', `Missing: ${source}, a --credentials file, or a profile (tp login)`);
}
