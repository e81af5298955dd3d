import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { der } from './der.js';

/** A key with its self-signed certificate. */
export interface OwnCertificate {
  /** PEM. */
  readonly key: string;
  /** PEM; clients must trust it. */
  readonly certificate: string;
}

const ids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
} as const;

const daysGood = 30;
const dayMs = 86_400_000;
/** Bits 0 (digital signature) and 5 (certificate signing) of RFC 5280 §4.2.1.3. */
const keyUsageBits = der.bits(Buffer.of(0b1000_0100), 2);

/**
 * Makes a certificate for this machine (`localhost`, `127.0.0.1`, `::1`), valid for 30 days (RFC 5280).
 *
 * @param names further names of this machine
 */
export function makeOwnCertificate(names: readonly string[] = []): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = der.sequence(der.id(ids.ecdsaWithSha256));
  const name = der.sequence(der.set(der.sequence(der.id(ids.commonName), der.text('Trading platform sandbox'))));
  const now = Date.now();
  const content = der.sequence(
    der.part(0, der.integer(Buffer.of(2)), 'parts'),
    der.integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    name,
    der.sequence(der.time(new Date(now - dayMs)), der.time(new Date(now + daysGood * dayMs))),
    name,
    spki,
    der.part(3, extensions(spki, ['localhost', ...names]), 'parts'),
  );
  const signature = sign('sha256', content, privateKey);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: pem(der.sequence(content, algorithm, der.bits(signature))),
  };
}

function extensions(spki: Buffer, names: readonly string[]): Buffer {
  const keyId = createHash('sha1').update(spki).digest();
  const places = [
    ...names.map((name) => der.part(2, Buffer.from(name, 'ascii'), 'bytes')),
    der.part(7, Buffer.of(127, 0, 0, 1), 'bytes'),
    der.part(7, Buffer.from(`${'00'.repeat(15)}01`, 'hex'), 'bytes'),
  ];
  return der.sequence(
    extension(ids.basicConstraints, der.sequence(der.yes()), true),
    extension(ids.keyUsage, keyUsageBits, true),
    extension(ids.extendedKeyUsage, der.sequence(der.id(ids.serverAuth))),
    extension(ids.subjectAltName, der.sequence(...places)),
    extension(ids.subjectKeyIdentifier, der.octets(keyId)),
    extension(ids.authorityKeyIdentifier, der.sequence(der.part(0, keyId, 'bytes'))),
  );
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return der.sequence(der.id(id), ...(isCritical ? [der.yes()] : []), der.octets(value));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
