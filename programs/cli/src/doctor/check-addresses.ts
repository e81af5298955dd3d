import { connect } from 'node:tls';
import { type Finding, good, skipped, trouble } from './finding.js';

const timeoutMs = 5_000;
const largestSkewMs = 5_000;
const dayMs = 86_400_000;
/** The services take headers of 16 KB; a token and its neighbours need less than this. */
const headerBytes = 12_000;

/** The public addresses, as a caller sees them. */
export async function checkAddresses(addresses: {
  readonly issuer: string;
  readonly segment: string;
  readonly portal: string | undefined;
}): Promise<readonly Finding[]> {
  const { issuer, segment, portal } = addresses;
  const api = portal === undefined ? undefined : new URL(portal).origin;
  return [
    await checkIssuer(issuer),
    await checkKeySet(`${issuer}/${segment}/oauth2/jwks`),
    ...(await checkPublic('auth', issuer)),
    ...(api === undefined
      ? [skipped('data API', 'PORTAL_URL is not set, so the address of the data API is unknown')]
      : await checkPublic('data API', api)),
  ];
}

async function checkIssuer(issuer: string): Promise<Finding> {
  const check = 'issuer';
  try {
    const answer = await ask(`${issuer}/.well-known/openid-configuration`);
    const { issuer: told } = (await answer.json()) as { issuer?: string };
    if (told === issuer) return good(check, `${issuer} answers under its own name`);
    return trouble(check, 'bad', `${issuer} calls itself ${told}`, 'Give auth, api and console the same AUTH_ISSUER');
  } catch (error) {
    return unreachable(check, issuer, error);
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

async function checkPublic(name: string, address: string): Promise<readonly Finding[]> {
  const { protocol, hostname } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'http:') {
    const found = `${address} is not behind TLS`;
    if (isLocal) return [skipped(name, `${found}, and only on this machine`)];
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
    const answer = await ask(`${address}/`);
    await answer.body?.cancel();
    return [
      checkClock(name, answer),
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
function checkClock(name: string, answer: Response): Finding {
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return skipped('clock', `answers of ${name} have no date`);
  const skewMs = Math.abs(date - Date.now());
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
  const answer = await ask(`${address}/`, { 'x-doctor': 'x'.repeat(headerBytes) });
  await answer.body?.cancel();
  if (answer.ok) return good('headers', `${name} takes headers of ${headerBytes} bytes`);
  const found = `${name} answers ${answer.status} to headers of ${headerBytes} bytes`;
  return trouble('headers', 'warning', found, 'Let the proxy take headers of 16 KB, as the services do');
}

async function checkCertificate(address: string): Promise<Finding> {
  const { hostname, port } = new URL(address);
  const expiry = await new Promise<number>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')));
    socket.once('error', reject);
  });
  const days = Math.floor((expiry - Date.now()) / dayMs);
  const found = `the certificate of ${hostname} ends in ${days} days`;
  if (days >= 21) return good('certificate', found);
  return trouble('certificate', days < 7 ? 'bad' : 'warning', found, 'Renew it, and find out why nobody has done so');
}

function unreachable(check: string, address: string, error: unknown): Finding {
  const { cause, message } = error as Error;
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
  const remedy =
    'Is the service running, does its proxy pass this address on, and does this machine trust its certificate?';
  return trouble(check, 'bad', `${address} cannot be reached: ${reason}`, remedy);
}

function ask(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
}
