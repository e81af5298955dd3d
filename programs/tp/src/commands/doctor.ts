import { type PlatformClient, PlatformError } from '@trading-platform/client';
import { CliError, oneLine, print } from '@trading-platform/terminal';
import { completeAccess, makeClientOf } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { findAccess } from '../access/find-access.js';
import { tokenClaims } from '../access/token-claims.js';
import { loadParquet } from '../formats/parquet.js';

/** The result of one check, with its text for people. */
interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly text: string;
}

/** If the clock is wrong by more than this, tokens seem to be expired or not yet valid. */
const clockSkewSeconds = 30;
const timeoutMs = 10_000;

/** Checks everything that a call needs. For each check, prints the result or the remedy. */
export async function doctor(options: ConnectOptions & { readonly json?: true }): Promise<void> {
  const findings: Finding[] = [];
  for await (const found of examine(options)) findings.push(found);
  const text = findings
    .map(({ check, ok, text: said }) => `${ok ? 'ok' : '!!'}  ${check.padEnd(9)} ${said}`)
    .join('\n');
  print({ json: findings, text }, options.json === true);
  const failed = findings.filter(({ ok }) => !ok).length;
  if (failed > 0) throw new CliError('refused', `${failed} of ${findings.length} checks failed`);
}

async function* examine(options: ConnectOptions): AsyncGenerator<Finding> {
  const answers = new Map<string, Headers>();
  const found = await findAccess(options);
  const settings = await completeAccess(found.access, found.profile !== undefined);
  yield finding(
    'caller',
    found.profile === undefined ? 'given by options, file or environment' : `profile ${found.profile}`,
  );
  const { nodeFetch } = await import('@trading-platform/client/node');
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await nodeFetch(input, init);
    answers.set('last', response.headers);
    return response;
  };
  let client: PlatformClient | undefined;
  yield await look('addresses', async () => {
    client = await makeClientOf(found.profile, { ...settings, fetch, retry: { attempts: 1 } });
    return `${settings.authUrl} and ${settings.apiUrl}`;
  });
  const services = { auth: settings.authUrl, api: settings.apiUrl };
  yield await look('proxy', () => proxies(services));
  for (const [check, url] of Object.entries(services)) yield* reach(check, url);
  if (client === undefined) return;
  const asked = client;
  yield await look('token', async () => {
    const { sub, member_code, exp, entitlements } = tokenClaims(await asked.accessToken());
    const isService = settings.clientCredentials === true;
    const who = isService ? `service account ${settings.clientId}` : (settings.userId ?? sub ?? 'a user');
    const ends = exp === undefined ? '' : `, for ${Math.round(exp - Date.now() / 1_000)} s`;
    const rights = entitlements === undefined ? '' : `, with the rights ${entitlements.join(', ') || '(none)'}`;
    return `${who}${member_code === undefined ? '' : ` of member ${member_code}`}${ends}${rights}`;
  });
  yield await look('calls', async () => {
    try {
      for await (const _ of asked.batches.list().pages()) break;
    } catch (error) {
      // The data API answers. The client may lack only the right to this call.
      if (!(error instanceof PlatformError) || error.code !== 'not-permitted') throw error;
    }
    return limits(answers.get('last'));
  });
  if (found.profile === undefined) await asked.revoke().catch(() => undefined);
  yield await look('parquet', async () => {
    await loadParquet();
    return 'hyparquet-writer is installed';
  }).then((result) => ({ ...result, ok: true }));
}

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];

/** The proxy of each service, from this environment's variables. */
async function proxies(services: Readonly<Record<string, string>>): Promise<string> {
  if (proxyVariables.every((name) => (process.env[name] ?? '') === ''))
    return 'none (HTTP_PROXY and HTTPS_PROXY are not set)';
  const { proxyFor } = await import('@trading-platform/client/node');
  const ways = Object.entries(services).map(([name, url]) => {
    const proxy = proxyFor(url);
    return proxy === undefined ? `${name} directly` : `${name} through ${proxy.address} (${proxy.variable})`;
  });
  return ways.join(', ');
}

/** Checks that a service answers, that the connection is encrypted, and that both clocks agree. */
async function* reach(check: string, url: string): AsyncGenerator<Finding> {
  const before = Date.now();
  try {
    const { nodeFetch } = await import('@trading-platform/client/node');
    const answer = await nodeFetch(url, {
      method: 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const tookMs = Date.now() - before;
    await answer.arrayBuffer();
    const isPrivate = url.startsWith('https:') || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
    yield finding(check, `answers in ${tookMs} ms${isPrivate ? '' : ', but in the clear: use https'}`, isPrivate);
    yield* clock(check, answer.headers.get('date'), before + tookMs / 2);
  } catch (error) {
    if (error instanceof PlatformError) return yield failure(check, error);
    const { name, code, message } = error as NodeJS.ErrnoException;
    const reason = name === 'AbortError' ? `no answer for ${timeoutMs / 1_000} s` : (code ?? message);
    yield finding(check, `${url} does not answer (${reason}): ${adviceOn(reason)}`, false);
  }
}

function adviceOn(reason: string): string {
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN')
    return 'check the name and the DNS of this machine, or name the proxy (HTTPS_PROXY)';
  if (/CERT|SELF_SIGNED|TLS|SSL/i.test(reason))
    return 'its certificate is not trusted: set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority';
  return 'check address, port, proxy (HTTPS_PROXY) and firewall, and whether the service runs';
}

function* clock(check: string, date: string | null, now: number): Generator<Finding> {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return;
  // A Date header has no fractions of a second, so half a second is the expected difference.
  const seconds = Math.round((now - there - 500) / 1_000);
  const off = Math.abs(seconds);
  if (off <= clockSkewSeconds) yield finding('clock', `agrees with ${check} within ${off} s`);
  else
    yield finding(
      'clock',
      `${off} s ${seconds > 0 ? 'ahead of' : 'behind'} ${check}: set the time of this machine (NTP)`,
      false,
    );
}

function limits(headers: Headers | undefined): string {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers?.get(`ratelimit-${name}`));
  if (limit === undefined || limit === null) return 'the data API answers';
  return `the data API answers; ${remaining ?? '?'} of ${limit} calls are left, counted anew in ${reset ?? '?'} s`;
}

async function look(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return finding(check, await work());
  } catch (error) {
    if (error instanceof PlatformError) return failure(check, error);
    return finding(check, oneLine(error instanceof Error ? error.message : String(error)), false);
  }
}

function failure(check: string, { message, advice }: PlatformError): Finding {
  return finding(check, oneLine(`${message}. ${advice}`), false);
}

function finding(check: string, text: string, ok = true): Finding {
  return { check, ok, text };
}
