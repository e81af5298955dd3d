import { readFile } from 'node:fs/promises';
import { PlatformClient } from '@trading-platform/client';
import { CliError, callerPath, fileError, parseObject, readSecret } from '@trading-platform/terminal';
import { allowsHttp, readCallerEnvironment, readServiceAddresses } from './env.js';

/** Where a caller finds the platform, and who it is. */
export interface ConnectOptions {
  readonly credentials?: string;
  readonly authUrl?: string;
  readonly apiUrl?: string;
  readonly clientId?: string;
  readonly userId?: string;
}

interface Access {
  readonly authUrl: string;
  readonly apiUrl: string;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly userId: string | undefined;
  readonly password: string | undefined;
}

/** What is missing after arguments, credentials file and environment is asked for, or refused where nobody can be asked. */
export async function connect(options: ConnectOptions): Promise<PlatformClient> {
  const { idpSegment, apiPrefix, ...addresses } = readServiceAddresses();
  const access: Access = {
    clientId: undefined,
    clientSecret: undefined,
    userId: undefined,
    password: undefined,
    ...addresses,
    ...given(readCallerEnvironment()),
    ...given(options.credentials === undefined ? {} : await readCredentials(options.credentials)),
    ...given({ authUrl: options.authUrl, apiUrl: options.apiUrl, clientId: options.clientId, userId: options.userId }),
  };
  const clientId = required(access.clientId, '--client-id, TPCTL_CLIENT_ID');
  const userId = required(access.userId, '--user-id, TPCTL_USER_ID');
  const clientSecret =
    access.clientSecret ??
    (process.stdin.isTTY
      ? await readSecret('client secret')
      : required(undefined, 'TPCTL_CLIENT_SECRET (never an argument)'));
  const password = access.password ?? (await readSecret('password'));
  return new PlatformClient({
    authUrl: access.authUrl,
    apiUrl: access.apiUrl,
    clientId,
    clientSecret,
    userId,
    password,
    idpSegment,
    apiPrefix,
    allowHttp: allowsHttp(),
  });
}

function required(value: string | undefined, source: string): string {
  if (value !== undefined) return value;
  throw new CliError('usage', `Missing: ${source} or a --credentials file`);
}

/** Without what is absent, so that it does not hide what is there. */
function given<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** A credentials file is a JSON object with any of six keys; others are left alone. */
async function readCredentials(file: string): Promise<Partial<Access>> {
  const text = await readFile(callerPath(file), 'utf8').catch((error: unknown) => {
    throw fileError(file, error);
  });
  const values = parseObject(file, text);
  const read = (key: string) => (typeof values[key] === 'string' ? { value: values[key] } : {}) as { value?: string };
  return given({
    authUrl: read('auth_url').value,
    apiUrl: read('api_url').value,
    clientId: read('client_id').value,
    clientSecret: read('client_secret').value,
    userId: read('user_id').value,
    password: read('user_password').value,
  });
}
