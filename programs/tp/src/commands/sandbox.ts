import { clientVariables, type PlatformClientOptions } from '@trading-platform/client';
import { type DownloadName, defaultApiPrefix } from '@trading-platform/domain-types';
import type { SandboxAddresses, ScenarioResult } from '@trading-platform/sandbox';
import {
  CliError,
  callerFolder,
  callerPath,
  interruptSignal,
  print,
  readObject,
  remark,
} from '@trading-platform/terminal';
import { completeAccess, makeClient } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { findAccess } from '../access/find-access.js';
import { callsOf } from '../downloads/record-source.js';
import { keyOf } from '../sync/record-key.js';

export interface SandboxCheckOptions extends ConnectOptions {
  readonly sandbox: string;
  readonly only?: readonly string[];
  readonly seed: number;
  readonly kind: DownloadName;
  readonly filter?: string;
  readonly out?: string;
  /** The maximum time of one run, in milliseconds. */
  readonly timeout: number;
  readonly parallel: number;
  readonly json?: true;
}

/** The sandbox package, an optional installation beside `tp`. */
const sandboxPackage = '@trading-platform/sandbox';

/**
 * Runs a program through the scenarios of a sandbox, and reports which records it lost or repeated and where it gave up
 * too early.
 */
export async function checkInSandbox(
  command: readonly [program: string, ...args: string[]],
  options: SandboxCheckOptions,
): Promise<void> {
  const { sandbox, only, seed, kind, out, timeout: timeoutMs, parallel, json } = options;
  if (parallel > 1 && out !== undefined && !out.includes('{scenario}')) {
    throw new CliError('usage', 'Parallel programs need one file each: put {scenario} into the name after --out');
  }
  const { askSandbox, checkClient } = await loadSandbox();
  const signal = interruptSignal();
  const account = await accountAt(sandbox, options);
  await askSandbox(sandbox).catch(asUsage);
  const expected = await undisturbed(account, kind, await readFilter(options.filter), signal);
  if (json !== true) remark(`${expected.length} records, and each scenario must deliver all of them:`);
  const results: ScenarioResult[] = [];
  const check = { sandbox, command, only, seed, timeoutMs, parallel, signal, expected };
  try {
    for await (const result of checkClient({
      ...check,
      out: out === undefined ? undefined : callerPath(out),
      folder: callerFolder(),
      environment: (addresses) => environmentOf(account, addresses),
      keyOf: (record) => keyOf(kind, record),
    })) {
      results.push(result);
      if (json !== true) print({ json: result, text: lineOf(result) }, false);
    }
  } catch (error) {
    asUsage(error);
  }
  const failed = results.filter(({ passed }) => !passed).length;
  if (json === true) print({ json: { expected: expected.length, failed, results }, text: '' }, true);
  if (failed > 0) throw new CliError('refused', `${failed} of ${results.length} scenarios failed`);
}

/** Turns an unknown scenario or an unreachable sandbox into an error of usage. */
function asUsage(error: unknown): never {
  const { name, message } = error as Error;
  if (name !== 'SandboxError' && !(error instanceof RangeError)) throw error;
  throw new CliError('usage', message, { cause: error });
}

/** @throws CliError `usage` with the package to install */
async function loadSandbox(): Promise<typeof import('@trading-platform/sandbox')> {
  try {
    return await import('@trading-platform/sandbox');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const message = `The check needs the package ${sandboxPackage}: npm install ${sandboxPackage} beside tp (with -g where tp is global)`;
    throw new CliError('usage', message, { cause });
  }
}

/** The account of the caller, with the addresses of the sandbox at which calls are not disturbed. */
async function accountAt(sandbox: string, options: ConnectOptions): Promise<PlatformClientOptions> {
  if (!URL.canParse(sandbox)) throw new CliError('usage', `--sandbox ${sandbox} is no address`);
  const { access } = await findAccess(options, 'no profile');
  const front = sandbox.replace(/(?<!\/)\/+$/, '');
  return completeAccess({ ...access, authUrl: `${front}/auth`, apiUrl: `${front}/api` }, false);
}

async function readFilter(file: string | undefined): Promise<object> {
  return file === undefined ? {} : readObject(file);
}

async function undisturbed(
  account: PlatformClientOptions,
  kind: DownloadName,
  request: object,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  const client = makeClient(account, undefined);
  const records: Record<string, unknown>[] = [];
  const decoder = new TextDecoder();
  const batch = callsOf(client, kind).download(request, { signal });
  for await (const text of batch.texts()) records.push(JSON.parse(decoder.decode(text)) as Record<string, unknown>);
  await client.revoke().catch(() => undefined);
  return records;
}

/** The environment variables of the program, with the names that the SDK and the guide use. */
function environmentOf(account: PlatformClientOptions, { authUrl, apiUrl }: SandboxAddresses): Record<string, string> {
  const { clientId, clientSecret, clientKey, userId = '', password = '', apiPrefix, idpSegment } = account;
  const clientCredentials = account.clientCredentials === true ? '1' : '';
  const addresses = { authUrl, apiUrl, apiPrefix, idpSegment };
  // A JWT of the client names the real server behind the sandbox.
  const issuer = clientKey === undefined ? undefined : (account.issuer ?? account.authUrl);
  const own = { ...addresses, issuer, clientId, clientSecret, clientKey, userId, password, clientCredentials };
  const ofSdk = Object.entries(own).flatMap(([name, value]) =>
    value === undefined ? [] : [[clientVariables[name as keyof typeof own], value]],
  );
  return {
    ...(Object.fromEntries(ofSdk) as Record<string, string>),
    AUTH_URL: authUrl,
    API_URL: apiUrl + (apiPrefix ?? defaultApiPrefix),
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret ?? '',
    USER_ID: userId,
    USER_PASSWORD: password,
  };
}

function lineOf({ scenario, passed, problems, remarks, exitCode, records, calls, disturbed, seconds }: ScenarioResult) {
  const end = exitCode === 0 ? `${records?.written ?? 0} records` : 'ended with an error, as it may';
  const outcome = passed ? [end] : problems;
  const facts = `${disturbed} of ${calls} calls disturbed, ${seconds} s`;
  const said = [`${outcome.join('. ')} (${facts})`, ...remarks.map((text) => `note: ${text}`)];
  return `${passed ? 'ok' : '!!'}  ${scenario.padEnd(16)}  ${said.join('\n                      ')}`;
}
