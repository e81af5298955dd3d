import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ApiCaller } from './api-caller.js';
import type { DemoMarket } from './demo-market.js';
import type { Platform } from './platform.js';
import { programs } from './programs.js';
import type { ProgramResult } from './run-program.js';

const site = fileURLToPath(new URL('../../packages/portal/site/', import.meta.url));

/** For each file extension, the program that runs such examples. `python3` and `curl` must be installed. */
const runners: Readonly<Record<string, string>> = {
  sh: 'sh',
  mjs: process.execPath,
  ts: process.execPath,
  py: 'python3',
};

/** The place where examples run: a platform with a market, and a folder for their files. */
export interface ExampleScene {
  readonly platform: Platform;
  readonly market: DemoMarket;
  readonly folder: string;
}

/** Returns the names of all examples in the portal, such as `start.sh`. */
export const examples: readonly string[] = readdirSync(`${site}examples`).toSorted();

export const programLanguages: readonly string[] = ['sh', 'mjs', 'py'];

/** Returns the file names of an example, one for each programming language. */
export const ofEachLanguage = (name: string): readonly string[] =>
  programLanguages.map((language) => `${name}.${language}`);

/** Returns the file names of an example, one for each programming language and one that uses the SDK. */
export const ofEachProgram = (name: string): readonly string[] => [...ofEachLanguage(name), `${name}-sdk.mjs`];

/** Returns the texts of the portal's pages, by their path. */
export function pageSources(): ReadonlyMap<string, string> {
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && !name.includes('node_modules'),
  );
  return new Map(names.map((name) => [name, readFileSync(site + name, 'utf8')]));
}

/**
 * Creates a folder with an installed `tp`, and with an account in the file that the examples read.
 *
 * @param scenarios `tp sandbox check` runs programs through these scenarios only
 * @param service the credentials of a service account, if an example needs them
 */
export async function installTp(
  folder: string,
  account: object,
  scenarios?: readonly string[],
  service?: object,
): Promise<void> {
  await Promise.all(['bin', 'data'].map((name) => mkdir(join(folder, name), { recursive: true })));
  const tp = join(folder, 'bin', 'tp');
  const limit = scenarios === undefined ? '' : `shift 2\nset -- sandbox check --only ${scenarios.join(',')} "$@"\n`;
  await writeFile(tp, `#!/bin/sh\n${limit}exec '${process.execPath}' '${programs.tp}' "$@"\n`);
  await chmod(tp, 0o755);
  await writeFile(join(folder, 'data', 'demo.json'), JSON.stringify(account));
  if (service !== undefined) await writeFile(join(folder, 'data', 'demo-nightly.json'), JSON.stringify(service));
}

/** Returns the command that runs an example without changes. */
export function exampleCommand(name: string): [program: string, ...args: string[]] {
  const runner = runners[name.split('.').at(-1) ?? ''];
  if (runner === undefined) throw new Error(`Nothing runs ${name}`);
  return [runner, `${site}examples/${name}`];
}

/** Returns the command that runs the portal's integration in Python, with the first Python that has the package `requests`. */
export function integrationCommand(): [program: string, ...args: string[]] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), join(homedir(), '.pyenv', 'shims'), '/usr/bin'];
  const python = folders
    .map((folder) => join(folder, 'python3'))
    .find((program) => spawnSync(program, ['-c', 'import requests']).status === 0);
  if (python === undefined) throw new Error('Install requests for python3: apt-get install python3-requests');
  return [python, `${site}programs/integration.py`];
}

/** Returns the variables of a caller that the pages name, for the programs and for the SDK. */
export function variablesOf({
  addresses,
  credentials,
}: Pick<ApiCaller, 'addresses' | 'credentials'>): Readonly<Record<string, string>> {
  const { authUrl, apiUrl } = addresses;
  const { clientId, clientSecret, userId, password } = credentials;
  return {
    AUTH_URL: authUrl,
    API_URL: `${apiUrl}/ordApi/order`,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    USER_ID: userId,
    USER_PASSWORD: password,
    TRADING_PLATFORM_AUTH_URL: authUrl,
    TRADING_PLATFORM_API_URL: apiUrl,
    TRADING_PLATFORM_CLIENT_ID: clientId,
    TRADING_PLATFORM_CLIENT_SECRET: clientSecret,
    TRADING_PLATFORM_USER_ID: userId,
    TRADING_PLATFORM_PASSWORD: password,
  };
}

/** Starts an example in a folder without changes, with the variables that its page names. */
export function startExample(
  name: string,
  folder: string,
  variables: Readonly<Record<string, string>>,
): ChildProcessWithoutNullStreams {
  const [runner, ...args] = exampleCommand(name);
  const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  const environment = { PATH, HOME: folder, ...variables };
  return spawn(runner, args, { cwd: folder, env: environment, stdio: 'pipe' });
}

/**
 * Runs an example in a folder without changes. The example can use only the `tp` from `installTp` and the variables
 * that its page names.
 */
export async function runExample(
  name: string,
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
  const child = startExample(name, folder, variables);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output, errors };
}
