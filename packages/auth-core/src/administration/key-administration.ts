import type { KeyRing } from '../key/key-ring.js';
import type { SigningKey } from '../key/signing-key.js';

const operator = { address: 'local' } as const;

/** The functions by which an operator manages signing keys. */
export class KeyAdministration {
  readonly #keys: KeyRing;

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  /** Lists keys with the newest key first. Retired and withdrawn keys are included as long as they have an effect. */
  list(): Promise<SigningKey[]> {
    return this.#keys.list();
  }

  /**
   * Changes the signing key: the next key becomes active, the active key is retired, and a new next key is published. Running
   * servers use the new key within 2 seconds. If there are no keys, the first keys are created.
   *
   * @param options `force` rotates although the next key was published less than 30 seconds ago
   * @throws AuthError `key-not-ready`
   */
  async rotate(options: { readonly force?: boolean } = {}): Promise<SigningKey[]> {
    await this.#keys.ensureKeys(operator);
    return this.#keys.rotate(operator, options);
  }

  /**
   * Withdraws a key, so that no signature made with this key is valid any more. APIs refuse signatures of a withdrawn key within
   * 5 seconds, and this server refuses them within 2 seconds. If the withdrawn key was active, another key becomes active.
   *
   * @throws AuthError `unknown-key`
   */
  withdraw(keyId: string): Promise<SigningKey[]> {
    return this.#keys.withdraw(keyId, operator);
  }
}
