import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

/** What a sealed text is used for. A text that was sealed for one purpose is not accepted for another. */
export type SealPurpose = 'session' | 'sign-in';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const header = { alg: 'dir', enc: 'A256GCM' } as const;
/** The maximum length of a sealed text. */
const longestText = 8_192;

/**
 * Encrypts values into texts that the browser stores. Others can neither read nor change these texts (JWE with
 * AES-256-GCM, RFC 7516). Every process that has the same key can decrypt the texts.
 */
export class Seal {
  readonly #keys: readonly string[];
  readonly #derived = new Map<string, Uint8Array>();

  /** @param formerKey opens texts that were sealed before the key was changed */
  constructor(key: string, formerKey?: string) {
    this.#keys = formerKey === undefined ? [key] : [key, formerKey];
  }

  /** @param value plain JSON */
  seal(purpose: SealPurpose, value: object): Promise<string> {
    return new CompactEncrypt(encoder.encode(JSON.stringify(value)))
      .setProtectedHeader(header)
      .encrypt(this.#keyOf(this.#keys[0]!, purpose));
  }

  /** Returns the decrypted value. Returns undefined if the text was sealed with another key or for another purpose. */
  async open(purpose: SealPurpose, text: string): Promise<unknown> {
    if (text.length > longestText) return undefined;
    for (const key of this.#keys) {
      try {
        const { plaintext } = await compactDecrypt(text, this.#keyOf(key, purpose), {
          keyManagementAlgorithms: [header.alg],
          contentEncryptionAlgorithms: [header.enc],
        });
        return JSON.parse(decoder.decode(plaintext));
      } catch {
        // If this key has not sealed the text, another key may have.
      }
    }
    return undefined;
  }

  #keyOf(key: string, purpose: SealPurpose): Uint8Array {
    const name = `${purpose} ${key}`;
    const known = this.#derived.get(name) ?? new Uint8Array(hkdfSync('sha256', key, '', `console ${purpose}`, 32));
    this.#derived.set(name, known);
    return known;
  }
}
