import type { ClientStore } from '../client/client-store.js';
import type { Clock } from '../clock.js';
import type { GrantStore } from '../grant/grant-store.js';
import type { KeyRing } from '../key/key-ring.js';
import type { ServerSecret } from '../secret/server-secret.js';

/** The stored data that still need the former secret key. All times of former secret keys are epoch milliseconds. */
export interface FormerSecretKeyUse {
  /** The ids of the signing keys that are encrypted with the former secret key. */
  readonly signingKeys: readonly string[];
  /** The clients whose current or previous secret is hashed with the former secret key. */
  readonly clients: readonly FormerClientSecret[];
  /** The number of valid grants whose newest refresh token was made with the former secret key. */
  readonly grants: number;
  /** The time when the last of these grants expires, unless that grant is renewed. */
  readonly lastGrantExpiresAt: number | undefined;
}

/** A client whose secret has not yet been hashed with the current secret key. */
export interface FormerClientSecret {
  readonly clientId: string;
  readonly name: string;
  /** Says whether the current secret of the client is meant, or its previous secret, which expires by itself. */
  readonly which: 'present' | 'previous';
  readonly endsAt: number | undefined;
}

const operator = { address: 'local' } as const;

/** The functions that an operator uses to change the secret key of the deployment in the stored data. */
export class SecretKeyAdministration {
  readonly #keys: KeyRing;
  readonly #clients: ClientStore;
  readonly #grants: GrantStore;
  readonly #secret: ServerSecret;
  readonly #clock: Clock;

  constructor(keys: KeyRing, clients: ClientStore, grants: GrantStore, secret: ServerSecret, clock: Clock) {
    this.#keys = keys;
    this.#clients = clients;
    this.#grants = grants;
    this.#secret = secret;
    this.#clock = clock;
  }

  /**
   * Encrypts the signing keys with the current secret key, and returns which other data were made with another key. Client
   * secrets are known only to their clients, so they are hashed again at their next use. Refresh tokens are replaced when they
   * are next reissued.
   *
   * @param options `dryRun` changes nothing
   * @throws AuthError `secret-key-wrong` when a signing key opens with neither key
   */
  async reseal(options: { readonly dryRun?: boolean } = {}): Promise<FormerSecretKeyUse> {
    const signingKeys = await this.#keys.reseal(operator, options);
    const now = this.#clock.now();
    const { count, lastExpiresAt } = await this.#grants.ofOtherKeys(this.#secret.keyId, now);
    return { signingKeys, clients: await this.#formerSecrets(now), grants: count, lastGrantExpiresAt: lastExpiresAt };
  }

  async #formerSecrets(now: number): Promise<FormerClientSecret[]> {
    const { keyId } = this.#secret;
    return (await this.#clients.list()).flatMap((client) => {
      const { clientId, name, previousSecretHash, previousSecretEndsAt: endsAt = 0 } = client;
      const found: FormerClientSecret[] = [];
      if (client.secretKeyId !== keyId) found.push({ clientId, name, which: 'present', endsAt: undefined });
      if (previousSecretHash !== undefined && endsAt > now && client.previousSecretKeyId !== keyId) {
        found.push({ clientId, name, which: 'previous', endsAt });
      }
      return found;
    });
  }
}
