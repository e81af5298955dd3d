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

/** Purposes of keys that are derived from the server's secret. One purpose, one key. */
export type SecretPurpose = 'client-secret' | 'signing-key' | 'issued-token' | 'throttle-key' | 'form-token';

/** Keyed hash of a value, and the id of the secret key that made it. */
export interface KeyedHash {
  readonly keyId: string;
  readonly hash: Uint8Array;
}

const shortestSecretKey = 32;
const keyIdBytes = 6;
const ivLength = 12;
const tagLength = 16;

/**
 * The secret of the deployment, from the environment. Every use derives its own key from it (HKDF, RFC 5869), so no value
 * made for one purpose is of any use for another. While the secret key is changed there are two: everything new is made with the
 * present one, and what the former one has made is still recognised.
 */
export class ServerSecret {
  /** Names the key that made a hash, and reveals nothing of it. */
  readonly keyId: string;
  /** The secret of the key before the present one, while the key is changed. */
  readonly former: ServerSecret | undefined;
  readonly #secretKey: string;
  readonly #derived = new Map<SecretPurpose, KeyObject>();

  /**
   * @param formerKey recognises and opens what was made before the key was changed
   * @throws AuthError `value-invalid` when a key is shorter than 32 characters
   */
  constructor(secretKey: string, formerKey?: string) {
    if (countCharacters(secretKey) < shortestSecretKey) {
      throw new AuthError('value-invalid', `The secret key needs at least ${shortestSecretKey} characters`);
    }
    this.#secretKey = secretKey;
    this.keyId = deriveKey(secretKey, 'key-id').subarray(0, keyIdBytes).toString('hex');
    this.former = formerKey === undefined ? undefined : new ServerSecret(formerKey);
  }

  /** Keyed hash (HMAC-SHA-256) of a value. */
  mac(purpose: SecretPurpose, value: string | Uint8Array): Buffer {
    return createHmac('sha256', this.#key(purpose)).update(value).digest();
  }

  /** The hashes of a value with the present key and, if there is one, with the former one. */
  macs(purpose: SecretPurpose, value: string | Uint8Array): readonly [KeyedHash, ...KeyedHash[]] {
    const present = { keyId: this.keyId, hash: this.mac(purpose, value) };
    return this.former === undefined ? [present] : [present, ...this.former.macs(purpose, value)];
  }

  /** Encrypts and authenticates (AES-256-GCM). `context` must be the same at `open`. */
  seal(purpose: SecretPurpose, plain: Uint8Array, context: string): Buffer {
    return sealWith(this.#key(purpose), plain, context);
  }

  /** @throws AuthError `secret-key-wrong` when the value was sealed with another key or context */
  open(purpose: SecretPurpose, sealed: Uint8Array, context: string): Buffer {
    const plain = openWith(this.#key(purpose), sealed, context) ?? this.former?.open(purpose, sealed, context);
    if (plain === undefined) {
      throw new AuthError('secret-key-wrong', 'What the database holds was encrypted with another secret key');
    }
    return plain;
  }

  /** The value sealed with the present key; nothing where it is already. @throws AuthError `secret-key-wrong` as `open` */
  reseal(purpose: SecretPurpose, sealed: Uint8Array, context: string): Buffer | undefined {
    if (openWith(this.#key(purpose), sealed, context) !== undefined) return undefined;
    return this.seal(purpose, this.open(purpose, sealed, context), context);
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
