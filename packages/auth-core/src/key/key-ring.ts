import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { RequestOrigin } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import type { ServerSecret } from '../secret/server-secret.js';
import { makeSigningKey } from './make-signing-key.js';
import { publicSigningKey, type SigningKey, type StoredSigningKey } from './signing-key.js';
import type { SigningKeyStore } from './signing-key-store.js';

export interface SignatureKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

export interface KeyRingOptions {
  /** The time for which a process uses the keys that it has read, before it reads them again. */
  readonly reloadMs?: number;
  /** The time for which a key is published before it signs. */
  readonly publicationLeadSeconds?: number;
}

interface LoadedKeys {
  readonly loadedAt: number;
  readonly signature: SignatureKey;
  readonly publicKeys: ReadonlyMap<string, KeyObject>;
}

/**
 * The signing keys of this server. The signing keys are created at the first start, decrypted once, and read again every second.
 */
export class KeyRing {
  readonly #store: SigningKeyStore;
  readonly #secret: ServerSecret;
  readonly #clock: Clock;
  readonly #reloadMs: number;
  readonly #publicationLeadMs: number;
  #loaded: LoadedKeys | undefined;
  #loading: Promise<LoadedKeys> | undefined;

  constructor(store: SigningKeyStore, secret: ServerSecret, clock: Clock, options: KeyRingOptions = {}) {
    this.#store = store;
    this.#secret = secret;
    this.#clock = clock;
    this.#reloadMs = options.reloadMs ?? 1_000;
    this.#publicationLeadMs = (options.publicationLeadSeconds ?? 30) * 1000;
  }

  /**
   * Creates the first active key and the first next key, if there are no keys. Several processes may create the first keys at the
   * same time.
   */
  async ensureKeys(origin: RequestOrigin): Promise<void> {
    const known = await this.#store.list();
    if (known.some(({ state }) => state === 'active')) return;
    const now = this.#clock.now();
    const keys = await Promise.all([
      makeSigningKey(this.#secret, { state: 'active', now, publishedAt: 0 }),
      makeSigningKey(this.#secret, { state: 'next', now, publishedAt: 0 }),
    ]);
    await this.#store.addFirst(keys, { at: now, event: 'key.created', outcome: 'success', ...origin });
  }

  /** Returns the key that signs now. @throws AuthError `secret-key-wrong` when it cannot be opened with this secret key */
  async signatureKey(): Promise<SignatureKey> {
    return (await this.#current()).signature;
  }

  /** Finds a published key by its id. Retired keys are included. */
  find(keyId: string): KeyObject | undefined | Promise<KeyObject | undefined> {
    const current = this.#fresh();
    return current === undefined ? this.#findAnew(keyId) : current.publicKeys.get(keyId);
  }

  /** Returns the key set (RFC 7517) as it is in the store, so that a key is published as soon as it exists. */
  async keySet(): Promise<{ keys: JWK[] }> {
    const keys = published(await this.#store.list());
    return { keys: keys.map(({ publicJwk }) => JSON.parse(publicJwk) as JWK) };
  }

  /** Returns the ids of the withdrawn keys, whose signatures are no longer accepted. */
  async withdrawnKeyIds(): Promise<string[]> {
    const keys = await this.#store.list();
    return keys.filter(({ state }) => state === 'withdrawn').map(({ keyId }) => keyId);
  }

  /** Lists keys with the newest key first. Retired and withdrawn keys are included as long as they have an effect. */
  async list(): Promise<SigningKey[]> {
    return (await this.#store.list()).map(publicSigningKey);
  }

  /**
   * Makes the next key active and the active key retired, and publishes a new next key.
   *
   * @throws AuthError `key-not-ready` if the next key was published so recently that verifiers may not know it yet
   */
  async rotate(origin: RequestOrigin, options: { readonly force?: boolean } = {}): Promise<SigningKey[]> {
    const now = this.#clock.now();
    const next = (await this.#store.list()).find(({ state }) => state === 'next');
    if (next === undefined) throw new AuthError('key-not-ready', 'There is no next key; start the auth service once');
    this.#refuseUnknownKey(next, now, options.force ?? false);
    const successor = await makeSigningKey(this.#secret, { state: 'next', now, publishedAt: now });
    const rotated = await this.#store.rotate(
      { expectedNext: next.keyId, next: successor, at: now },
      { at: now, event: 'key.rotated', outcome: 'success', detail: { active: next.keyId }, ...origin },
    );
    if (!rotated) throw new AuthError('key-not-ready', 'Another rotation ran at the same time');
    this.#loaded = undefined;
    return this.list();
  }

  /**
   * Withdraws a key: no signature made with this key is valid any more, and its private half is destroyed. If the key was active,
   * the next key becomes active. If there is no next key, a new key becomes active.
   *
   * @throws AuthError `unknown-key`
   */
  async withdraw(keyId: string, origin: RequestOrigin): Promise<SigningKey[]> {
    const now = this.#clock.now();
    const spare = await makeSigningKey(this.#secret, { state: 'next', now, publishedAt: now });
    const event = { at: now, event: 'key.withdrawn', outcome: 'success', detail: { key: keyId }, ...origin } as const;
    if (!(await this.#store.withdraw({ keyId, spare, at: now }, event))) {
      throw new AuthError('unknown-key', `There is no key ${keyId} that could be withdrawn`);
    }
    this.#loaded = undefined;
    return this.list();
  }

  /**
   * Encrypts again, with the current secret key, the private halves that are still encrypted with the former secret key. Returns
   * the ids of the keys that were encrypted again.
   *
   * @param options `dryRun` changes nothing
   * @throws AuthError `secret-key-wrong` if a private half opens with neither secret key
   */
  async reseal(origin: RequestOrigin, options: { readonly dryRun?: boolean } = {}): Promise<string[]> {
    const resealed: string[] = [];
    for (const { keyId, sealedPrivateKey: from } of published(await this.#store.list())) {
      const to = this.#secret.reseal('signing-key', from, keyId);
      if (to === undefined) continue;
      resealed.push(keyId);
      if (options.dryRun === true) continue;
      const event = { event: 'key.resealed', outcome: 'success', detail: { key: keyId }, ...origin } as const;
      await this.#store.reseal({ keyId, from, to }, { at: this.#clock.now(), ...event });
    }
    return resealed;
  }

  #refuseUnknownKey(next: StoredSigningKey, now: number, force: boolean): void {
    const waitMs = next.publishedAt + this.#publicationLeadMs - now;
    if (waitMs <= 0 || force) return;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    throw new AuthError('key-not-ready', `The next key is too new to sign; wait ${retryAfterSeconds} seconds`, {
      retryAfterSeconds,
    });
  }

  async #findAnew(keyId: string): Promise<KeyObject | undefined> {
    return (await this.#current()).publicKeys.get(keyId);
  }

  #fresh(): LoadedKeys | undefined {
    const loaded = this.#loaded;
    return loaded !== undefined && this.#clock.now() < loaded.loadedAt + this.#reloadMs ? loaded : undefined;
  }

  async #current(): Promise<LoadedKeys> {
    const fresh = this.#fresh();
    if (fresh !== undefined) return fresh;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<LoadedKeys> {
    const loadedAt = this.#clock.now();
    const keys = published(await this.#store.list());
    const active = keys.find(({ state }) => state === 'active');
    if (active === undefined) throw new AuthError('key-not-ready', 'There is no active signing key');
    const same = this.#loaded?.signature.keyId === active.keyId ? this.#loaded.signature : undefined;
    const opened = this.#loaded?.publicKeys;
    const publicKeys = new Map(keys.map((key) => [key.keyId, opened?.get(key.keyId) ?? readPublicKey(key)]));
    this.#loaded = { loadedAt, signature: same ?? this.#open(active), publicKeys };
    return this.#loaded;
  }

  #open(key: StoredSigningKey): SignatureKey {
    const pkcs8 = this.#secret.open('signing-key', key.sealedPrivateKey, key.keyId);
    return { keyId: key.keyId, privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) };
  }
}

function published(keys: readonly StoredSigningKey[]): StoredSigningKey[] {
  return keys.filter(({ state }) => state !== 'withdrawn');
}

function readPublicKey(key: SigningKey): KeyObject {
  return createPublicKey({ key: JSON.parse(key.publicJwk), format: 'jwk' });
}
