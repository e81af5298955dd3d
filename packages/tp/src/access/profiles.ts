import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '@trading-platform/terminal';
import { configFolder } from './config-folder.js';

/** A platform and a client there, under a name. Its tokens are in a file of their own; a password is never kept. */
export interface Profile {
  readonly auth_url: string;
  readonly api_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly user_id?: string | undefined;
  readonly idp_segment?: string | undefined;
  readonly api_prefix?: string | undefined;
}

export const defaultProfile = 'default';
const shape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

/** @throws CliError `usage` */
export function checkProfileName(name: string): string {
  if (shape.test(name)) return name;
  throw new CliError(
    'usage',
    `The profile ${JSON.stringify(name)} is no name: use at most 40 letters, digits, _ and -`,
  );
}

export function tokensPath(name: string): string {
  return join(configFolder(), `tokens-${name}.json`);
}

export async function loadProfile(name: string): Promise<Profile | undefined> {
  return (await loadProfiles())[name];
}

/** @throws CliError `input` if the file is not what `tp login` writes */
export async function loadProfiles(): Promise<Readonly<Record<string, Profile>>> {
  const path = profilesPath();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new CliError('input', `${path} cannot be read: ${error.code ?? error.message}`, { cause: error });
  });
  try {
    return JSON.parse(text) as Record<string, Profile>;
  } catch {
    throw new CliError('input', `${path} is not JSON: correct it, or remove it and sign in again with tp login`);
  }
}

/** Keeps a profile, or forgets it if there is none to keep. Only the user can read the file. */
export async function saveProfile(name: string, profile: Profile | undefined): Promise<void> {
  await mkdir(configFolder(), { recursive: true, mode: 0o700 });
  const { [name]: _, ...others } = await loadProfiles();
  const all = profile === undefined ? others : { ...others, [name]: profile };
  const path = profilesPath();
  const next = `${path}.${process.pid}`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(all, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}

function profilesPath(): string {
  return join(configFolder(), 'profiles.json');
}
