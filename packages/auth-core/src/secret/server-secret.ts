import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { countCharacters } from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';

/** What a key derived from the server's secret is for. One purpose, one key. */
export type SecretPurpose =
  | 'client-secret'
  | 'signing-key'
  | 'issued-token'
  | 'throttle-key'
  | 'audit-pseudonym'
  | 'form-token'
  | 'session';

const shortestSecretKey = 32;
const ivLength = 12;
const tagLength = 16;

/**
 * The secret of the deployment, from the environment. Every use derives its own key from it (HKDF, RFC 5869), so no value
 * made for one purpose is of any use for another.
 */
export class ServerSecret {
  readonly #secretKey: string;
  readonly #derived = new Map<SecretPurpose, KeyObject>();

  /** @throws AuthError `value-invalid` when the key is shorter than 32 characters */
  constructor(secretKey: string) {
    if (countCharacters(secretKey) < shortestSecretKey) {
      throw new AuthError('value-invalid', `The secret key needs at least ${shortestSecretKey} characters`);
    }
    this.#secretKey = secretKey;
  }

  /** Keyed hash (HMAC-SHA-256) of a value. */
  mac(purpose: SecretPurpose, value: string | Uint8Array): Buffer {
    return createHmac('sha256', this.#key(purpose)).update(value).digest();
  }

  /** Encrypts and authenticates (AES-256-GCM). `context` must be the same at `open`. */
  seal(purpose: SecretPurpose, plain: Uint8Array, context: string): Buffer {
    return sealWith(this.#key(purpose), plain, context);
  }

  /** @throws AuthError `secret-key-wrong` when the value was sealed with another key or context */
  open(purpose: SecretPurpose, sealed: Uint8Array, context: string): Buffer {
    const plain = openWith(this.#key(purpose), sealed, context);
    if (plain === undefined) {
      throw new AuthError('secret-key-wrong', 'What the database holds was encrypted with another secret key');
    }
    return plain;
  }

  #key(purpose: SecretPurpose): KeyObject {
    let key = this.#derived.get(purpose);
    if (key === undefined) {
      key = createSecretKey(deriveKey(this.#secretKey, purpose));
      this.#derived.set(purpose, key);
    }
    return key;
  }
}

/** A 256-bit key for one purpose (HKDF-SHA-256). */
function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'trading-platform', purpose, 32));
}

/** `iv | tag | ciphertext`, AES-256-GCM. The key is a key object, which Node takes many times faster than bytes. */
export function sealWith(key: KeyObject, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** The plain value, or nothing when key, context or content do not fit. */
export function openWith(key: KeyObject, sealed: Uint8Array, context: string): Buffer | undefined {
  if (sealed.length < ivLength + tagLength) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
  } catch {
    return undefined;
  }
}
