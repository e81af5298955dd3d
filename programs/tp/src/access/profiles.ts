import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, readText, replaceFile, withFileLock } from '@trading-platform/files';
import { CliError, fileError } from '@trading-platform/terminal';
import { configFolder } from './config-folder.js';

/** A platform and a client, saved under a name. The tokens are in a separate file; the password is never saved. */
export interface Profile {
  readonly auth_url: string;
  readonly api_url: string;
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /** The private key of a client that signs, or the file with it. */
  readonly client_key?: string | undefined;
  readonly client_key_file?: string | undefined;
  readonly user_id?: string | undefined;
  /** The client is a service account. */
  readonly client_credentials?: true | undefined;
  readonly idp_segment?: string | undefined;
  readonly api_prefix?: string | undefined;
}

export const defaultProfile = 'default';
/** The wait is short, because another process holds this lock only for a moment. */
const longestWaitMs = 10_000;
const shape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

/** @throws CliError `usage` */
export function checkProfileName(name: string): string {
  if (shape.test(name)) return name;
  throw new CliError(
    'usage',
    `The profile ${JSON.stringify(name)} is not a profile name: use at most 40 letters, digits, _ and -`,
  );
}

export function tokensPath(name: string): string {
  return join(configFolder(), `tokens-${name}.json`);
}

export async function loadProfile(name: string): Promise<Profile | undefined> {
  return (await loadProfiles())[name];
}

/** @throws CliError `input` if `tp login` did not write the file */
export async function loadProfiles(): Promise<Readonly<Record<string, Profile>>> {
  const path = profilesPath();
  const text = await readProfiles(path);
  try {
    return JSON.parse(text) as Record<string, Profile>;
  } catch {
    throw new CliError('input', `${path} is not JSON: correct it, or remove it and sign in again with tp login`);
  }
}

async function readProfiles(path: string): Promise<string> {
  try {
    return await readText(path);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '{}';
    throw fileError(path, error);
  }
}

/**
 * Makes the folder of profiles and tokens, readable by the user only. This runs before the platform issues tokens, so
 * that the tokens can be saved.
 */
export async function makeConfigFolder(): Promise<void> {
  const folder = configFolder();
  try {
    await makeFolder(folder, 0o700);
    await access(folder, constants.W_OK);
  } catch (error) {
    const known = fileError(folder, error);
    if (!(known instanceof CliError)) throw known;
    throw new CliError('input', `${known.message}, or name another folder with TP_CONFIG_DIR`, { cause: error });
  }
}

/** Saves a profile. If `profile` is undefined, the saved profile of this name is removed. Only the user can read the file. */
export async function saveProfile(name: string, profile: Profile | undefined): Promise<void> {
  await makeConfigFolder();
  const path = profilesPath();
  await withFileLock(`${path}.lock`, { name: path, waitMs: longestWaitMs }, async () => {
    const { [name]: _, ...others } = await loadProfiles();
    const all = profile === undefined ? others : { ...others, [name]: profile };
    await replaceFile(path, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  }).catch((error: unknown) => {
    throw fileError(path, error);
  });
}

function profilesPath(): string {
  return join(configFolder(), 'profiles.json');
}
