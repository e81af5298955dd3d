import { type FetchKeySet, PublishedClientKeys } from '../client/published-client-keys.js';
import { KeyRing } from '../key/key-ring.js';
import type { SigningKeyStore } from '../key/signing-key-store.js';
import { type LeakedPasswords, noLeakedPasswords } from '../password/leaked-passwords.js';
import { ServerSecret } from '../secret/server-secret.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import { AttemptLimiter } from '../throttle/attempt-limiter.js';
import type { AttemptStore } from '../throttle/attempt-store.js';
import { AccessTokenVerifier } from '../token/access-token-verifier.js';
import type { AuthServer } from './auth-server.js';

type PartNames =
  | 'clients'
  | 'assertions'
  | 'users'
  | 'factors'
  | 'grants'
  | 'devices'
  | 'revocations'
  | 'sessions'
  | 'audit'
  | 'expired'
  | 'hasher'
  | 'clock'
  | 'randomness';

/** One adapter for each port. */
export interface AuthPorts extends Pick<AuthServer, PartNames> {
  readonly attempts: AttemptStore;
  readonly signingKeys: SigningKeyStore;
}

export interface AuthServerTerms {
  /** The secret of the deployment, with at least 32 characters. All processes on the same database must use the same secret. */
  readonly secretKey: string;
  /** The former secret key. Values that were made with the former secret key are still recognised. */
  readonly formerSecretKey?: string | undefined;
  readonly settings: AuthSettings;
  /** Reads the key sets that clients publish. Without it, clients that publish their keys are refused. */
  readonly fetchKeySet?: FetchKeySet | undefined;
  /** The passwords that nobody may choose (default: none). */
  readonly leakedPasswords?: LeakedPasswords | undefined;
}

/** @throws AuthError `value-invalid` when the secret key is too short */
export function makeAuthServer(
  { attempts, signingKeys, ...ports }: AuthPorts,
  {
    secretKey,
    formerSecretKey,
    settings,
    fetchKeySet = fetchNothing,
    leakedPasswords = noLeakedPasswords,
  }: AuthServerTerms,
): AuthServer {
  const { audit, clock } = ports;
  const { issuer, audience } = settings;
  const secret = new ServerSecret(secretKey, formerSecretKey);
  const keys = new KeyRing(signingKeys, secret, clock);
  return {
    ...ports,
    settings,
    leakedPasswords,
    secret,
    keys,
    publishedKeys: new PublishedClientKeys(fetchKeySet, audit, clock),
    attempts: new AttemptLimiter(attempts, secret, clock, settings.attempts),
    verifier: new AccessTokenVerifier({ issuer, audience, keys, clock }),
  };
}

async function fetchNothing(): Promise<never> {
  throw new Error('This server reads no key sets of clients');
}
