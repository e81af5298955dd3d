import type { KeyRing } from '../key/key-ring.js';
import type { SigningKey } from '../key/signing-key.js';

const operator = { address: 'local' } as const;

/** Signing keys, as an operator manages them. */
export class KeyAdministration {
  readonly #keys: KeyRing;

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  /** Newest first, retired and withdrawn ones included as long as they matter. */
  list(): Promise<SigningKey[]> {
    return this.#keys.list();
  }

  /**
   * The next key signs from now on, the active one retires, and a new next key is published. Running servers notice within
   * 2 seconds. Where there are no keys, the first ones are created.
   *
   * @param options `force` rotates although the next key was published less than 30 seconds ago
   * @throws AuthError `key-not-ready`
   */
  async rotate(options: { readonly force?: boolean } = {}): Promise<SigningKey[]> {
    await this.#keys.ensureKeys(operator);
    return this.#keys.rotate(operator, options);
  }

  /**
   * Nothing that a key has signed is valid any more. APIs know it within 5 seconds, this server within 2. If it was the key
   * that signs, another one signs from now on.
   *
   * @throws AuthError `unknown-key`
   */
  withdraw(keyId: string): Promise<SigningKey[]> {
    return this.#keys.withdraw(keyId, operator);
  }
}
