import { request } from 'node:https';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkCertificate } from './check-certificates.js';
import { clockSkew } from './clock-skew.js';
import { type Finding, good, skipped, trouble } from './finding.js';

const timeoutMs = 5_000;
/** A busy machine can miss an answer that came in time. */
const callTries = 2;
const largestSkewMs = 5_000;
/** The services accept headers of 16 KB. A token and the other headers of a call need fewer bytes than this. */
const headerBytes = 12_000;
/** The largest body that the data API accepts. */
const bodyBytes = 16 * 1_048_576;
const patienceMs = 3_000;
/** With `?pause`, the data API sends the beginning of its page at once, and the end of the page a second later. */
const leastPauseMs = 500;
/** A busy machine can read the beginning late, and then sees no pause. */
const pauseTries = 3;
const page = { accept: 'text/html' };

/** The public addresses, as a caller sees them. */
export async function checkAddresses(addresses: {
  readonly issuer: string;
  readonly segment: string;
  readonly portal: string | undefined;
  readonly apiPrefix: string;
}): Promise<readonly Finding[]> {
  const { issuer, segment, portal, apiPrefix } = addresses;
  const api = portal === undefined ? undefined : new URL(portal).origin;
  return [
    ...(await checkIssuer(issuer)),
    await checkKeySet(`${issuer}/${segment}/oauth2/jwks`),
    ...checkPasskeys(issuer),
    ...(await checkPublic('auth', issuer)),
    ...(api === undefined
      ? [skipped('data API', 'PORTAL_URL is not set, so the address of the data API is unknown')]
      : [...(await checkPublic('data API', api)), ...(await checkStreams(api, apiPrefix))]),
  ];
}

async function checkIssuer(issuer: string): Promise<readonly Finding[]> {
  const check = 'issuer';
  try {
    const answer = await ask(`${issuer}/.well-known/oauth-authorization-server`);
    const told = (await answer.json()) as { issuer?: string; device_authorization_endpoint?: string };
    const found = `${issuer} calls itself ${told.issuer}`;
    return [
      told.issuer === issuer
        ? good(check, `${issuer} answers under its own name`)
        : trouble(check, 'bad', found, 'Give auth, api and console the same AUTH_ISSUER'),
      ...(told.device_authorization_endpoint === undefined ? [] : [await checkDevicePage(issuer)]),
    ];
  } catch (error) {
    return [unreachable(check, issuer, error)];
  }
}

async function checkKeySet(address: string): Promise<Finding> {
  try {
    const { keys } = (await (await ask(address)).json()) as { keys?: readonly unknown[] };
    if ((keys?.length ?? 0) > 0) return good('key set', `${address} has ${keys?.length} keys`);
    return trouble('key set', 'bad', `${address} has no keys`, 'Look at the log of auth, and run: tpctl key rotate');
  } catch (error) {
    return unreachable('key set', address, error);
  }
}

/** Passkeys belong to the name of a host. */
function checkPasskeys(issuer: string): readonly Finding[] {
  const { hostname } = new URL(issuer);
  if (isLocal(hostname) || (isIP(hostname) === 0 && !hostname.startsWith('['))) return [];
  const found = `browsers use no passkeys at ${issuer}, because its host is an IP address`;
  return [trouble('passkeys', 'warning', found, 'Give auth a name, and set it in AUTH_ISSUER')];
}

/** Proxies that route by path often lack the path of the page on which people enter the code of a device. */
async function checkDevicePage(issuer: string): Promise<Finding> {
  const answer = await ask(`${issuer}/device`, page);
  await answer.body?.cancel();
  if (answer.ok) return good('device page', `${issuer}/device can be reached`);
  const found = `${issuer}/device answers ${answer.status}`;
  return trouble('device page', 'bad', found, 'Let the proxy pass /device on to auth');
}

async function checkPublic(name: string, address: string): Promise<readonly Finding[]> {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:') {
    const found = `${address} is not behind TLS`;
    if (isLocal(hostname)) return [skipped(name, `${found}, and only on this machine`)];
    return [
      trouble(
        name,
        'bad',
        found,
        'Put a proxy in front, as deploy/proxy shows, and an https address into the settings',
      ),
    ];
  }
  try {
    const askedAt = Date.now();
    const answer = await ask(`${address}/`);
    await answer.body?.cancel();
    return [
      checkClock(name, answer, askedAt),
      checkHsts(name, answer),
      await checkInside(name, address),
      await checkHeaders(name, address),
      await checkCertificate(address),
    ];
  } catch (error) {
    return [unreachable(name, address, error)];
  }
}

/** The time of the answer is in whole seconds. */
function checkClock(name: string, answer: Response, askedAt: number): Finding {
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return skipped('clock', `answers of ${name} have no date`);
  const skewMs = Math.abs(clockSkew(date, askedAt, Date.now(), 1_000));
  const found = `the clock of ${name} differs from that of this machine by about ${Math.round(skewMs / 1_000)} s`;
  if (skewMs <= largestSkewMs) return good('clock', found);
  return trouble('clock', 'bad', found, 'Let both machines set their clocks by NTP');
}

function checkHsts(name: string, answer: Response): Finding {
  if (answer.headers.has('strict-transport-security')) return good('HSTS', `${name} demands TLS for later visits`);
  const found = `${name} does not demand TLS for later visits`;
  return trouble('HSTS', 'warning', found, 'Let the proxy send Strict-Transport-Security, as deploy/proxy shows');
}

async function checkInside(name: string, address: string): Promise<Finding> {
  const answers = await Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => ask(`${address}${path}`)));
  for (const answer of answers) await answer.body?.cancel();
  const open = answers.filter(({ status }) => status !== 404).map(({ url }) => new URL(url).pathname);
  if (open.length === 0) return good('inside', `${name} hides its health and metrics`);
  const found = `the world can reach ${open.join(', ')} of ${name}`;
  return trouble('inside', 'bad', found, 'Let the proxy answer 404 for these paths, as deploy/proxy shows');
}

async function checkHeaders(name: string, address: string): Promise<Finding> {
  const answer = await ask(`${address}/`, { ...page, 'x-doctor': 'x'.repeat(headerBytes) });
  await answer.body?.cancel();
  if (answer.ok) return good('headers', `${name} takes headers of ${headerBytes} bytes`);
  const found = `${name} answers ${answer.status} to headers of ${headerBytes} bytes`;
  return trouble('headers', 'warning', found, 'Let the proxy take headers of 16 KB, as the services do');
}

/** Whether the proxy passes bodies and answers on as they arrive. */
async function checkStreams(address: string, prefix: string): Promise<readonly Finding[]> {
  if (!address.startsWith('https:')) return [];
  try {
    return [await checkBuffering(address), await checkBodies(`${address}${prefix}/order/upload/request`)];
  } catch (error) {
    return [unreachable('buffering', address, error)];
  }
}

async function checkBuffering(address: string, tries = pauseTries): Promise<Finding> {
  const answer = await ask(`${address}/?pause`, page);
  if (!answer.ok || answer.headers.has('content-length') || answer.body === null) {
    await answer.body?.cancel();
    return skipped('buffering', `${address}/?pause does not pause: does the data API have this version?`);
  }
  const pauseMs = await pauseIn(answer.body).catch((error: unknown) => {
    if (tries > 1 && isLate(error)) return 0;
    throw error;
  });
  if (pauseMs >= leastPauseMs) return good('buffering', 'the proxy passes answers of the data API on as they come');
  if (tries > 1) return checkBuffering(address, tries - 1);
  const remedy = 'Turn off the buffering of answers in the proxy, as deploy/proxy shows';
  return trouble('buffering', 'bad', 'the proxy holds answers back, so slips count as delivered too early', remedy);
}

/** Returns the time from the beginning of a body to its end. */
async function pauseIn(body: NonNullable<Response['body']>): Promise<number> {
  const reader = body.getReader();
  await reader.read();
  const begun = performance.now();
  while (!(await reader.read()).done);
  return performance.now() - begun;
}

/** Announces a body without sending it: the data API refuses a caller without a token at once. */
async function checkBodies(address: string, tries = callTries): Promise<Finding> {
  const headers = { 'content-type': 'application/json', 'content-length': String(bodyBytes) };
  const call = request(address, { method: 'POST', headers, agent: false });
  try {
    const answer = await Promise.race([
      new Promise<{ status: number | undefined; isOurs: boolean }>((resolve, reject) => {
        call.on('response', ({ statusCode: status, headers: got }) =>
          resolve({ status, isOurs: 'x-request-id' in got }),
        );
        call.on('error', reject);
        call.flushHeaders();
      }),
      sleep(patienceMs, undefined, { ref: false }),
    ]);
    if (answer === undefined && tries > 1) return await checkBodies(address, tries - 1);
    if (answer?.isOurs === true) return good('bodies', 'the proxy passes large bodies on as they come');
    const found =
      answer === undefined
        ? 'the proxy keeps bodies until they are complete'
        : `the proxy answers ${answer.status} to a body of 16 MB`;
    return trouble(
      'bodies',
      'warning',
      found,
      'Let the proxy take bodies of any size and keep none, as deploy/proxy shows',
    );
  } finally {
    call.destroy();
  }
}

function isLocal(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function unreachable(check: string, address: string, error: unknown): Finding {
  const { cause, message } = error as Error;
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
  const remedy =
    'Is the service running, does its proxy pass this address on, and does this machine trust its certificate?';
  return trouble(check, 'bad', `${address} cannot be reached: ${reason}`, remedy);
}

async function ask(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  tries = callTries,
): Promise<Response> {
  try {
    return await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    if (tries > 1 && isLate(error)) return ask(address, headers, tries - 1);
    throw error;
  }
}

function isLate(error: unknown): boolean {
  return (error as Error).name === 'TimeoutError';
}
