import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

/** Purposes of sealed texts. A text of one purpose cannot be used for another. */
export type SealPurpose = 'session' | 'sign-in';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const header = { alg: 'dir', enc: 'A256GCM' } as const;
/** Longer texts were not sealed here. */
const longestText = 8_192;

/**
 * Seals values into texts that a browser keeps: nobody else reads or changes them (JWE with AES-256-GCM, RFC 7516). Every process with
 * the same key opens them.
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

  /** The value; undefined for any text that was not sealed with one of the keys for this purpose. */
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
        // The text was sealed with another key, or not sealed at all: the next key may open it.
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
