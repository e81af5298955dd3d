import { hasAtMost } from '@trading-platform/domain-types';
import { importJWK, type JWK } from 'jose';
import { AuthError } from '../auth-error.js';

/** The algorithms with which a client may sign. All are asymmetric, so a published key can never be used as a secret. */
export const clientKeyAlgorithms = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA'] as const;

const keysAtMost = 20;
const longestKeySet = 16_384;
const shortestRsaModulus = 256;

/** The members of a public key that are stored. Any other member has no meaning for a signature. */
const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg'] as const;

/**
 * Reads the public keys of a client (RFC 7517), and returns the text that is stored.
 *
 * @throws AuthError `value-invalid` for anything but 1 to 20 public keys for one of the algorithms
 */
export async function readClientKeys(text: string): Promise<string> {
  const keys = readKeySet(text);
  const ids = keys.flatMap(({ kid }) => (kid === undefined ? [] : [kid]));
  if (new Set(ids).size < ids.length) throw invalid('two keys have the same "kid"');
  for (const [index, key] of keys.entries()) await checkKey(key, `key ${index + 1}`);
  return JSON.stringify({ keys: keys.map(publicKey) });
}

/**
 * Reads the key set that a client publishes (RFC 7517), and returns its keys that fit one of the algorithms. Other keys have other
 * uses, and are left out.
 *
 * @throws AuthError `value-invalid` unless the text has 1 to 20 keys, and at least one of them fits
 */
export async function readPublishedKeys(text: string): Promise<string> {
  const keys = readKeySet(text);
  const fitting = await Promise.all(
    keys.map((key) =>
      checkKey(key, 'key').then(
        () => [publicKey(key)],
        () => [],
      ),
    ),
  );
  if (fitting.flat().length === 0) throw invalid('no public key for signatures');
  return JSON.stringify({ keys: fitting.flat() });
}

/** Returns the `kid` of each key, or its position if it has none. */
export function namesOfClientKeys(stored: string): readonly string[] {
  return (JSON.parse(stored) as { keys: JWK[] }).keys.map(({ kid }, index) => kid ?? `#${index + 1}`);
}

function readKeySet(text: string): readonly JWK[] {
  if (!hasAtMost(text, longestKeySet)) throw invalid(`at most ${longestKeySet} characters`);
  const keys = keysOf(text);
  if (keys.length === 0 || keys.length > keysAtMost) throw invalid(`1 to ${keysAtMost} keys`);
  return keys;
}

function keysOf(text: string): readonly JWK[] {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null)) return keys as JWK[];
  } catch {
    // The answer is the same as for JSON of another form.
  }
  throw invalid('JSON with an array "keys" (RFC 7517)');
}

async function checkKey(key: JWK, name: string): Promise<void> {
  if (key.kty === 'oct' || 'd' in key || 'k' in key) throw invalid(`${name} is secret; give the public key only`);
  if (key.use !== undefined && key.use !== 'sig') throw invalid(`${name} is not for signatures`);
  const alg = algorithmOf(key);
  if (alg === undefined) throw invalid(`${name}: "alg" must be one of ${clientKeyAlgorithms.join(', ')}`);
  if (alg.endsWith('S256') && key.kty === 'RSA' && Buffer.from(key.n ?? '', 'base64url').length < shortestRsaModulus) {
    throw invalid(`${name}: an RSA key needs at least 2048 bits`);
  }
  try {
    await importJWK(publicKey(key), alg);
  } catch (cause) {
    throw new AuthError('value-invalid', `jwks: ${name} cannot be read`, { cause });
  }
}

function algorithmOf({ alg, kty, crv }: JWK): (typeof clientKeyAlgorithms)[number] | undefined {
  const usual = { 'P-256': 'ES256', 'P-384': 'ES384', Ed25519: 'EdDSA' } as const;
  const wanted = alg ?? (kty === 'RSA' ? 'RS256' : usual[crv as keyof typeof usual]);
  return clientKeyAlgorithms.find((algorithm) => algorithm === wanted);
}

function publicKey(key: JWK): JWK {
  return Object.fromEntries(publicMembers.flatMap((name) => (name in key ? [[name, key[name]]] : [])));
}

function invalid(reason: string): AuthError {
  return new AuthError('value-invalid', `jwks: ${reason}`);
}
