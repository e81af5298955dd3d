import { PlatformError } from '../errors/platform-error.js';

type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The members of a JWK (RFC 7517) that are read here. */
interface Jwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly alg?: string;
  readonly d?: string;
  readonly kid?: string;
}

/** The name of an algorithm and its parameters, for Web Crypto. */
interface Algorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly saltLength?: number;
}

/** A private key, and how it signs. */
export interface SigningKey {
  readonly key: CryptoKey;
  /** The algorithm as JWTs name it. */
  readonly alg: string;
  /** The id of the key, which only a JWK has. */
  readonly kid: string | undefined;
  /** The algorithm as Web Crypto names it. */
  readonly algorithm: Algorithm;
}

interface Kind {
  readonly alg: string;
  /** Whether a JWK is a key of this kind. */
  readonly is: (jwk: Jwk) => boolean;
  readonly algorithm: Algorithm;
}

const sha256 = 'SHA-256';

/** The kinds of keys with which a client may sign. The first kind that fits a key is used. */
const kinds: readonly Kind[] = [
  {
    alg: 'ES256',
    is: ({ crv }) => crv === 'P-256',
    algorithm: { name: 'ECDSA', namedCurve: 'P-256', hash: sha256 },
  },
  {
    alg: 'ES384',
    is: ({ crv }) => crv === 'P-384',
    algorithm: { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  },
  { alg: 'EdDSA', is: ({ crv }) => crv === 'Ed25519', algorithm: { name: 'Ed25519' } },
  {
    alg: 'PS256',
    is: ({ kty, alg }) => kty === 'RSA' && alg === 'PS256',
    algorithm: { name: 'RSA-PSS', hash: sha256, saltLength: 32 },
  },
  { alg: 'RS256', is: ({ kty }) => kty === 'RSA', algorithm: { name: 'RSASSA-PKCS1-v1_5', hash: sha256 } },
];

const pem = /^-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----\s*$/;

/**
 * Reads a private key: PEM (PKCS #8), or JSON (JWK).
 *
 * @throws PlatformError `settings-wrong`, without any part of the key
 */
export async function readSigningKey(text: string): Promise<SigningKey> {
  const [, body] = pem.exec(text.trim()) ?? [];
  return body === undefined ? readJwk(text) : readPkcs8(body);
}

async function readJwk(text: string): Promise<SigningKey> {
  const jwk = parse(text);
  if (jwk === undefined) {
    throw wrong(
      'is neither JSON (JWK) nor PEM (PKCS #8)',
      'Convert it with: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW',
    );
  }
  if (typeof jwk.d !== 'string') throw wrong('is no private key');
  const kind = kinds.find(({ is }) => is(jwk));
  if (kind === undefined) throw unfit();
  const { alg: _, use: _use, key_ops: _operations, ...plain } = jwk as Jwk & { use?: unknown; key_ops?: unknown };
  const key = await crypto.subtle.importKey('jwk', plain, kind.algorithm, false, ['sign']).catch(() => undefined);
  if (key === undefined) throw wrong('cannot be read');
  return { key, kid: typeof jwk.kid === 'string' ? jwk.kid : undefined, ...kind };
}

/** PKCS #8 is binary, so its kind is found by trying. An RSA key signs with RS256. */
async function readPkcs8(body: string): Promise<SigningKey> {
  const bytes = Uint8Array.from(decode(body.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  for (const kind of kinds.filter(({ alg }) => alg !== 'PS256')) {
    const key = await crypto.subtle.importKey('pkcs8', bytes, kind.algorithm, false, ['sign']).catch(() => undefined);
    if (key !== undefined) return { key, kid: undefined, ...kind };
  }
  throw unfit();
}

function parse(text: string): Jwk | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return atob(text);
  } catch {
    throw wrong('cannot be read');
  }
}

function unfit(): PlatformError {
  return wrong('is of no kind with which a client signs: use EC (P-256, P-384), Ed25519 or RSA');
}

function wrong(reason: string, advice?: string): PlatformError {
  return new PlatformError('settings-wrong', `The private key of the client ${reason}`, { advice });
}
