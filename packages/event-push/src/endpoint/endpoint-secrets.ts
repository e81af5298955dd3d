import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { secretText } from '@trading-platform/domain-types/message-signature';

/** Port: encrypts the secrets of endpoints with a key of the deployment. */
export interface SecretSeal {
  seal(plain: Uint8Array, context: string): Uint8Array;
  /** @throws Error when the value was encrypted with another key or context */
  open(sealed: Uint8Array, context: string): Uint8Array;
}

/** Port: encrypts values again after the key of the deployment has changed. */
export interface SecretResealer {
  /**
   * Encrypts a value with the present key, or returns undefined if it is encrypted with this key already.
   *
   * @throws Error when the value was encrypted with a key that is not known
   */
  reseal(sealed: Uint8Array, context: string): Uint8Array | undefined;
}

/** The secrets of an endpoint, as they are stored. */
export interface SealedSecrets {
  readonly endpointId: string;
  readonly secret: Uint8Array;
  readonly formerSecret: Uint8Array | null;
  readonly formerSecretEndsAt: number | null;
}

const secretBytes = 32;

/** Makes the secrets of endpoints, and decrypts them (Standard Webhooks 1.0.0). */
export class EndpointSecrets {
  readonly #seal: SecretSeal;

  constructor(seal: SecretSeal) {
    this.#seal = seal;
  }

  /** Makes a secret. Returns it as the client gets it (`whsec_…`), and as it is stored. */
  make(endpointId: string): { readonly text: string; readonly sealed: Uint8Array } {
    const secret = randomBytes(secretBytes);
    return { text: secretText(secret), sealed: this.#seal.seal(secret, endpointId) };
  }

  /** Decrypts the secrets with which messages are signed at this time, the newest first. */
  open({ endpointId, secret, formerSecret, formerSecretEndsAt }: SealedSecrets, now: number): readonly KeyObject[] {
    const former =
      formerSecret !== null && formerSecretEndsAt !== null && now < formerSecretEndsAt ? [formerSecret] : [];
    return [secret, ...former].map((sealed) => createSecretKey(this.#seal.open(sealed, endpointId)));
  }
}
