import { clientVariables } from '@trading-platform/client';
import { CliError, readObject } from '@trading-platform/terminal';
import type { ConnectOptions } from './connect-options.js';
import { checkProfileName, defaultProfile, loadProfile, type Profile } from './profiles.js';

/** The settings of the platform and the caller. A setting that is not known is undefined. */
export interface Access {
  readonly authUrl?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The private key of a client that signs. */
  readonly clientKey?: string | undefined;
  /** The file with this key. */
  readonly clientKeyFile?: string | undefined;
  readonly userId?: string | undefined;
  readonly password?: string | undefined;
  /** The client is a service account, which has no user. */
  readonly clientCredentials?: boolean | undefined;
  readonly idpSegment?: string | undefined;
  readonly apiPrefix?: string | undefined;
  readonly issuer?: string | undefined;
  readonly allowHttp?: boolean | undefined;
  /** The language of the platform's reasons. */
  readonly language?: string | undefined;
}

const facts = ['authUrl', 'apiUrl', 'clientId', 'userId'] as const;
/** A client authenticates with one of these. */
const secrets = ['clientSecret', 'clientKey', 'clientKeyFile'] as const;

/** The name of the profile, from the option or the environment. */
export function profileName({ profile }: Pick<ConnectOptions, 'profile'>): string {
  return checkProfileName(profile ?? (process.env['TP_PROFILE'] || defaultProfile));
}

/**
 * Merges options, credentials file and environment, in this order. The profile is read only if it is named, or if none
 * of these three sources has a value, so that one source never completes the secrets of another.
 */
export async function findAccess(
  options: ConnectOptions,
  where: 'with profile' | 'no profile' = 'with profile',
): Promise<{ readonly access: Access; readonly profile: string | undefined }> {
  const { profile, credentials, ...given } = options;
  const file = credentials === undefined ? {} : await readCredentials(credentials);
  const said = [file, addressesAndIds(given)].reduce(override, present(fromEnvironment()));
  if (where === 'no profile') return { access: said, profile: undefined };
  const isWanted = profile !== undefined || Boolean(process.env['TP_PROFILE']);
  if (!isWanted && facts.some((fact) => said[fact] !== undefined)) return { access: said, profile: undefined };
  const name = profileName(options);
  const known = await loadProfile(name);
  if (known === undefined && isWanted) {
    throw new CliError('input', `There is no profile ${name}: tp login --profile ${name} makes it`);
  }
  if (known === undefined) return { access: said, profile: undefined };
  return { access: { ...switches(said), ...fromFile({ ...known }) }, profile: name };
}

/**
 * Adds the missing settings of `said` from a profile, unless `said` and the profile name different platforms or
 * clients.
 */
export function fillFromProfile(said: Access, profile: Profile | undefined): Access {
  const known = profile === undefined ? {} : fromFile({ ...profile });
  const isOther = (['authUrl', 'apiUrl', 'clientId'] as const).some(
    (fact) => said[fact] !== undefined && said[fact] !== known[fact],
  );
  return isOther ? said : override(known, said);
}

/**
 * Returns the settings of both. A setting of `latter` overrides the same setting of `former`. A user replaces a service
 * account, and the reverse. A secret replaces a key, and the reverse.
 */
function override(former: Access, latter: Access): Access {
  const known = { ...former };
  if (latter.userId !== undefined) delete known.clientCredentials;
  if (latter.clientCredentials === true) {
    delete known.userId;
    delete known.password;
  }
  if (secrets.some((name) => latter[name] !== undefined)) for (const name of secrets) delete known[name];
  return { ...known, ...present(latter) };
}

function switches({ issuer, allowHttp, language }: Access): Access {
  return present({ issuer, allowHttp, language });
}

function addressesAndIds({ authUrl, apiUrl, clientId, clientKey, userId }: ConnectOptions): Access {
  return { authUrl, apiUrl, clientId, clientKeyFile: clientKey, userId };
}

function fromEnvironment(): Access {
  const entries = Object.entries(clientVariables).map(([name, variable]) => [name, process.env[variable] || undefined]);
  const { allowHttp, clientCredentials, ...texts } = Object.fromEntries(entries) as Record<string, string | undefined>;
  return { ...texts, allowHttp: isOn(allowHttp), clientCredentials: isOn(clientCredentials) };
}

function isOn(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === '1' || text === 'true';
}

/** A credentials file is a JSON object with any of these keys; other keys are ignored. */
async function readCredentials(file: string): Promise<Access> {
  return fromFile(await readObject(file));
}

function fromFile(values: Readonly<Record<string, unknown>>): Access {
  const read = (key: string) => {
    const value = values[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return present({
    authUrl: read('auth_url'),
    apiUrl: read('api_url'),
    clientId: read('client_id'),
    clientSecret: read('client_secret'),
    clientKey: read('client_key'),
    clientKeyFile: read('client_key_file'),
    userId: read('user_id'),
    password: read('user_password'),
    clientCredentials: values['client_credentials'] === true ? true : undefined,
    idpSegment: read('idp_segment'),
    apiPrefix: read('api_prefix'),
  });
}

/** Drops undefined values, so that they do not override defined ones. */
function present(values: Access): Access {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
