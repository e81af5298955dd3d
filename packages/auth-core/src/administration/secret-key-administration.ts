import type { ClientStore } from '../client/client-store.js';
import type { Clock } from '../clock.js';
import { resealSecret } from '../factor/sealed-secret.js';
import type { SecondFactorStore } from '../factor/second-factor-store.js';
import type { GrantStore } from '../grant/grant-store.js';
import type { KeyRing } from '../key/key-ring.js';
import type { ServerSecret } from '../secret/server-secret.js';

/** The stored data that still need the former secret key. All times of former secret keys are epoch milliseconds. */
export interface FormerSecretKeyUse {
  /** The ids of the signing keys that are encrypted with the former secret key. */
  readonly signingKeys: readonly string[];
  /** The number of authenticator apps whose secret is encrypted with the former secret key. */
  readonly authenticators: number;
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

/** The stores whose data depend on the secret key. */
export interface SecretKeyContext {
  readonly keys: KeyRing;
  readonly clients: ClientStore;
  readonly factors: SecondFactorStore;
  readonly grants: GrantStore;
  readonly secret: ServerSecret;
  readonly clock: Clock;
}

const operator = { address: 'local' } as const;
const authenticatorsPerPage = 500;

/** The functions that an operator uses to change the secret key of the deployment in the stored data. */
export class SecretKeyAdministration {
  readonly #of: SecretKeyContext;

  constructor(context: SecretKeyContext) {
    this.#of = context;
  }

  /**
   * Encrypts the signing keys and the secrets of authenticator apps with the current secret key, and returns which other data were made with another key. Client
   * secrets are known only to their clients, so they are hashed again at their next use. Refresh tokens are replaced when they
   * are next reissued.
   *
   * @param options `dryRun` changes nothing
   * @throws AuthError `secret-key-wrong` when a signing key opens with neither key
   */
  async reseal(options: { readonly dryRun?: boolean } = {}): Promise<FormerSecretKeyUse> {
    const signingKeys = await this.#of.keys.reseal(operator, options);
    const authenticators = await this.#resealAuthenticators(options.dryRun === true);
    const now = this.#of.clock.now();
    const { count, lastExpiresAt } = await this.#of.grants.ofOtherKeys(this.#of.secret.keyId, now);
    const clients = await this.#formerSecrets(now);
    return { signingKeys, authenticators, clients, grants: count, lastGrantExpiresAt: lastExpiresAt };
  }

  async #resealAuthenticators(isDry: boolean): Promise<number> {
    const { factors, secret } = this.#of;
    let resealed = 0;
    let after: string | undefined = '';
    while (after !== undefined) {
      const page = await factors.listAuthenticators(after, authenticatorsPerPage);
      for (const authenticator of page) {
        const to = resealSecret(secret, authenticator);
        if (to === undefined) continue;
        resealed++;
        if (!isDry) await factors.resealAuthenticator(authenticator.subject, authenticator.sealedSecret, to);
      }
      after = page.length < authenticatorsPerPage ? undefined : page.at(-1)?.subject;
    }
    return resealed;
  }

  async #formerSecrets(now: number): Promise<FormerClientSecret[]> {
    const { keyId } = this.#of.secret;
    return (await this.#of.clients.list()).flatMap((client) => {
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
