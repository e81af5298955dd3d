import type { User } from '../user/user.js';
import type { FactorContext } from './factor-context.js';
import type { Passkey } from './passkey.js';
import { relyingPartyOf } from './relying-party.js';

/** A question that only an authenticator can answer. */
export interface PasskeyQuestion {
  /** The random text that the authenticator signs, as base64url. The page must keep it for the check of the answer. */
  readonly challenge: string;
  /** The options for `navigator.credentials` in the browser, as JSON: bytes are base64url (WebAuthn §5.1). */
  readonly options: Readonly<Record<string, unknown>>;
}

type Questioner = Pick<FactorContext, 'settings' | 'factors' | 'randomness'>;

/** EdDSA, ES256 and RS256. Every authenticator offers at least one of them. */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257];
const name = 'Trading Platform';
const challengeBytes = 32;
const timeout = 300_000;
/** The passkey is used after the password, so a device without a PIN or fingerprint is secure enough. */
const userVerification = 'preferred';

/** Asks for a new passkey. Returns undefined if browsers allow no passkeys for this issuer. */
export async function proposePasskey(
  { settings, factors, randomness }: Questioner,
  user: Pick<User, 'subject' | 'userId' | 'name'>,
): Promise<PasskeyQuestion | undefined> {
  const party = relyingPartyOf(settings.issuer);
  if (party === undefined) return undefined;
  const challenge = makeChallenge(randomness);
  const options = {
    challenge,
    rp: { id: party.id, name },
    user: {
      id: userHandleOf(user.subject),
      name: user.userId,
      displayName: user.name === '' ? user.userId : user.name,
    },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: (await factors.listPasskeys(user.subject)).map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification },
    attestation: 'none',
    timeout,
  };
  return { challenge, options };
}

/**
 * Asks for one of the user's passkeys. Returns undefined if the user has no passkeys, or if browsers allow none for
 * this issuer.
 */
export async function askForPasskey(
  { settings, factors, randomness }: Questioner,
  { subject }: Pick<User, 'subject'>,
): Promise<PasskeyQuestion | undefined> {
  const party = relyingPartyOf(settings.issuer);
  const passkeys = party === undefined ? [] : await factors.listPasskeys(subject);
  if (party === undefined || passkeys.length === 0) return undefined;
  const challenge = makeChallenge(randomness);
  const allowCredentials = passkeys.map(descriptorOf);
  return { challenge, options: { challenge, rpId: party.id, allowCredentials, userVerification, timeout } };
}

/** The id of the user in authenticators, which contains nothing about the person. */
export function userHandleOf(subject: string): string {
  return Buffer.from(subject).toString('base64url');
}

function makeChallenge(randomness: FactorContext['randomness']): string {
  return randomness.bytes(challengeBytes).toString('base64url');
}

function descriptorOf({ credentialId, transports }: Passkey) {
  return { type: 'public-key', id: credentialId, transports };
}
