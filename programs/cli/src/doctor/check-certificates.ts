import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { type Finding, good, trouble } from './finding.js';

const timeoutMs = 5_000;
const dayMs = 86_400_000;
const warnDays = 21;
const lastDays = 7;
/** Asks PostgreSQL for TLS. It answers with one byte. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** When the certificate at an https address ends, or the first of its chain. */
export async function checkCertificate(address: string): Promise<Finding> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
  return judgeEnd('certificate', `the certificate of ${hostname}`, await endOfChain(socket), renewal);
}

/** When the certificate of a PostgreSQL server ends. A connection of the services may not demand a valid one, so none is demanded here. */
export async function checkServerCertificate(host: string, port: number): Promise<Finding> {
  const plain = connectPlain(port, host);
  plain.setTimeout(timeoutMs, () => plain.destroy(new Error('no answer in time')));
  await once(plain, 'connect');
  plain.write(sslRequest);
  await once(plain, 'data');
  const socket = connect({ socket: plain, servername: host, rejectUnauthorized: false });
  return judgeEnd('certificate', `the certificate of PostgreSQL at ${host}`, await endOfChain(socket), renewal);
}

/** @param what begins the sentence, such as `the certificate of api.example.com` */
export function judgeEnd(check: 'certificate' | 'password', what: string, end: number, remedy: string): Finding {
  const days = Math.floor((end - Date.now()) / dayMs);
  const found = days < 0 ? `${what} has ended` : `${what} ends in ${days} days`;
  if (days >= warnDays) return good(check, found);
  return trouble(check, days < lastDays ? 'bad' : 'warning', found, remedy);
}

const renewal = 'Renew it, and find out why nobody has done so';

async function endOfChain(socket: TLSSocket): Promise<number> {
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')));
  try {
    await once(socket, 'secureConnect');
    const ends: number[] = [];
    let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
    // The last certificate of a chain names itself as its issuer, or none.
    for (
      const seen = new Set<string>();
      certificate?.valid_to !== undefined && !seen.has(certificate.fingerprint256);
    ) {
      seen.add(certificate.fingerprint256);
      ends.push(Date.parse(certificate.valid_to));
      certificate = certificate.issuerCertificate;
    }
    return Math.min(...ends);
  } finally {
    socket.destroy();
  }
}
