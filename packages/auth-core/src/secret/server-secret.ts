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

/** The purposes for which keys are derived from the server's secret. Each purpose has its own key. */
export type SecretPurpose =
  | 'client-secret'
  | 'signing-key'
  | 'issued-token'
  | 'throttle-key'
  | 'form-token'
  | 'sign-in-proof'
  | 'second-factor'
  | 'user-code'
  | 'endpoint-secret'
  | 'authority';

/** The keyed hash of a value, and the id of the secret key with which this hash was made. */
export interface KeyedHash {
  readonly keyId: string;
  readonly hash: Uint8Array;
}

/** `seal`, `open` and `reseal` of a `ServerSecret` for one purpose. */
export interface PurposeEncryption {
  seal(plain: Uint8Array, context: string): Buffer;
  open(sealed: Uint8Array, context: string): Buffer;
  reseal(sealed: Uint8Array, context: string): Buffer | undefined;
}

const shortestSecretKey = 32;
const keyIdBytes = 6;
const ivLength = 12;
const tagLength = 16;

/**
 * The secret of the deployment, which comes from the environment. For each purpose a separate key is derived (HKDF, RFC 5869), so
 * a value that was made for one purpose is useless for any other. While the secret key is being changed, there are two secret
 * keys: new values are made with the current key, and values made with the former key are still recognised.
 */
export class ServerSecret {
  /** Identifies the secret key, and is stored with each hash. The id reveals nothing about the secret key. */
  readonly keyId: string;
  /** The secret with the former key, while the key is being changed. */
  readonly former: ServerSecret | undefined;
  readonly #secretKey: string;
  readonly #derived = new Map<SecretPurpose, KeyObject>();

  /**
   * @param formerKey recognises and opens values that were made before the key was changed
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

  /** Computes the keyed hash (HMAC-SHA-256) of a value. */
  mac(purpose: SecretPurpose, value: string | Uint8Array): Buffer {
    return createHmac('sha256', this.#key(purpose)).update(value).digest();
  }

  /** Computes the hashes of a value with the current key and, if there is one, with the former key. */
  macs(purpose: SecretPurpose, value: string | Uint8Array): readonly [KeyedHash, ...KeyedHash[]] {
    const present = { keyId: this.keyId, hash: this.mac(purpose, value) };
    return this.former === undefined ? [present] : [present, ...this.former.macs(purpose, value)];
  }

  /** Encrypts and authenticates a value (AES-256-GCM). The same `context` must be given when the value is decrypted by `open`. */
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

  /**
   * Encrypts a value again with the current key, or returns undefined if it is already encrypted with this key. @throws AuthError
   * `secret-key-wrong` as `open`
   */
  reseal(purpose: SecretPurpose, sealed: Uint8Array, context: string): Buffer | undefined {
    if (openWith(this.#key(purpose), sealed, context) !== undefined) return undefined;
    return this.seal(purpose, this.open(purpose, sealed, context), context);
  }

  /** Returns the encryption for one purpose. */
  encryptionFor(purpose: SecretPurpose): PurposeEncryption {
    return {
      seal: (plain, context) => this.seal(purpose, plain, context),
      open: (sealed, context) => this.open(purpose, sealed, context),
      reseal: (sealed, context) => this.reseal(purpose, sealed, context),
    };
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

/** Derives a 256-bit key for one purpose (HKDF-SHA-256). */
function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'trading-platform', purpose, 32));
}

/**
 * Encrypts a value with AES-256-GCM. The encrypted value has the form `iv | tag | ciphertext`. The key is passed as a key object,
 * which Node processes much faster than bytes.
 */
export function sealWith(key: KeyObject, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Decrypts a value, or returns undefined if the key, the context or the content is wrong. */
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
