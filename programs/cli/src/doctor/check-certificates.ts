import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { type Finding, good, trouble } from './finding.js';

const timeoutMs = 5_000;
const dayMs = 86_400_000;
const warnDays = 21;
const lastDays = 7;
/** Asks PostgreSQL for TLS. It answers with one byte. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** When the certificate at an https address ends, or the certificate of its chain that ends first. */
export async function checkCertificate(address: string): Promise<Finding> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port || 443), ...serverName(hostname) });
  return judgeEnd('certificate', `the certificate of ${hostname}`, await lifeOfChain(socket), renewal);
}

/**
 * When the certificate of a PostgreSQL server ends. The services may connect without requiring a valid certificate, so
 * none is required here.
 */
export async function checkServerCertificate(host: string, port: number): Promise<Finding> {
  const plain = connectPlain(port, host);
  plain.setTimeout(timeoutMs, () => plain.destroy(new Error('no answer in time')));
  await once(plain, 'connect');
  plain.write(sslRequest);
  await once(plain, 'data');
  const socket = connect({ socket: plain, ...serverName(host), rejectUnauthorized: false });
  return judgeEnd('certificate', `the certificate of PostgreSQL at ${host}`, await lifeOfChain(socket), renewal);
}

/** The server name to send when asking for a certificate. An IP address is not a name (RFC 6066 §3). */
function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

/**
 * The times at which something begins and ends. Certificates with a short life are renewed when a third of their life
 * is left.
 */
interface Life {
  readonly begin?: number;
  readonly end: number;
}

/** @param what the beginning of the sentence, such as `the certificate of api.example.com` */
export function judgeEnd(
  check: 'certificate' | 'password',
  what: string,
  { begin = 0, end }: Life,
  remedy: string,
): Finding {
  const left = end - Date.now();
  const found = left < 0 ? `${what} has ended` : `${what} ends in ${Math.floor(left / dayMs)} days`;
  const quarter = (end - begin) / 4;
  if (left >= Math.min(warnDays * dayMs, quarter)) return good(check, found);
  return trouble(check, left < Math.min(lastDays * dayMs, quarter / 2) ? 'bad' : 'warning', found, remedy);
}

const renewal = 'Renew it, and find out why nobody has done so';

/** The life of the certificate in the chain that ends first. */
async function lifeOfChain(socket: TLSSocket): Promise<Life> {
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')));
  try {
    await once(socket, 'secureConnect');
    const lives: Life[] = [];
    const seen = new Set<string>();
    let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
    // The last certificate of a chain names itself as its issuer, or names no issuer.
    while (certificate?.valid_to !== undefined && !seen.has(certificate.fingerprint256)) {
      seen.add(certificate.fingerprint256);
      lives.push({ begin: Date.parse(certificate.valid_from), end: Date.parse(certificate.valid_to) });
      certificate = certificate.issuerCertificate;
    }
    return lives.reduce((first, next) => (next.end < first.end ? next : first));
  } finally {
    socket.destroy();
  }
}
