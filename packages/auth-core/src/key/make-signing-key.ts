import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import type { ServerSecret } from '../secret/server-secret.js';
import type { SigningKeyState, StoredSigningKey } from './signing-key.js';

export interface NewSigningKey {
  readonly state: SigningKeyState;
  readonly now: number;
  readonly publishedAt: number;
}

/** Makes a new P-256 key pair (ES256). The private half of the key is encrypted before it is stored. */
export async function makeSigningKey(secret: ServerSecret, options: NewSigningKey): Promise<StoredSigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' }) as JWK;
  const keyId = await calculateJwkThumbprint(jwk);
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    keyId,
    state: options.state,
    publicJwk: JSON.stringify({ ...jwk, kid: keyId, alg: 'ES256', use: 'sig' }),
    sealedPrivateKey: secret.seal('signing-key', pkcs8, keyId),
    createdAt: options.now,
    publishedAt: options.publishedAt,
    activatedAt: options.state === 'active' ? options.now : undefined,
    retiredAt: undefined,
  };
}
