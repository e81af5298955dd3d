import type { ClientStore } from '../client/client-store.js';
import type { Clock } from '../clock.js';
import type { GrantStore } from '../grant/grant-store.js';
import type { KeyRing } from '../key/key-ring.js';
import type { ServerSecret } from '../secret/server-secret.js';

/** Data that still need the former secret key. Times are epoch milliseconds. */
export interface FormerSecretKeyUse {
  /** Ids of the signing keys that were sealed with it. */
  readonly signingKeys: readonly string[];
  /** Clients whose present or previous secret is hashed with it. */
  readonly clients: readonly FormerClientSecret[];
  /** Grants that live and whose newest refresh token was made with it. */
  readonly grants: number;
  /** When the last of these grants expires, unless it is renewed. */
  readonly lastGrantExpiresAt: number | undefined;
}

/** A client whose secret the present key does not know yet. */
export interface FormerClientSecret {
  readonly clientId: string;
  readonly name: string;
  /** Which of its secrets: the present one, or the one before it, which ends by itself. */
  readonly which: 'present' | 'previous';
  readonly endsAt: number | undefined;
}

const operator = { address: 'local' } as const;

/** The work on stored data when the secret key of the deployment is changed. */
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
   * Seals the signing keys with the present key, and says what else was made with another one: client secrets, which only their
   * clients know, are hashed again at their next use, and refresh tokens are replaced when they are next reissued.
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
