import { sha256 } from '../secret/same-bytes.js';
import { passkeyAlgorithms, userHandleOf } from './ask-for-passkey.js';
import type { Passkey, UsedChallenge } from './passkey.js';
import { type RelyingParty, relyingPartyOf } from './relying-party.js';

/** The answer of an authenticator to a question, in the form in which the page received it. */
export interface PasskeyAnswer {
  /** The challenge of the question. */
  readonly challenge: string;
  /** The time until which the page may be sent (epoch milliseconds). The challenge is remembered until then. */
  readonly expiresAt: number;
  /** The `PublicKeyCredential` of the browser as JSON: bytes are base64url (WebAuthn §5.1). */
  readonly credential: string;
}

type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** The JSON of a `PublicKeyCredential`. Only the form of its id has been checked. */
interface Credential {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>>;
}

const longestAnswer = 12_000;
/** An id has at most 1,023 bytes (WebAuthn §4). */
const longestId = 1_364;
const knownTransports: readonly unknown[] = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable'];

/** Reads the JSON of a `PublicKeyCredential`. Returns undefined for any other text. */
export function readCredential(text: string): Credential | undefined {
  if (text.length > longestAnswer) return undefined;
  try {
    const credential = JSON.parse(text) as Partial<Credential> | null;
    const { id, response } = credential ?? {};
    const isId = typeof id === 'string' && id.length <= longestId && /^[\w-]+$/.test(id);
    return isId && typeof response === 'object' && response !== null ? (credential as Credential) : undefined;
  } catch {
    return undefined;
  }
}

/** Judges the answer to the question for a new passkey. Returns undefined if anything in the answer is wrong. */
export async function verifyNewKey(
  issuer: string,
  { challenge, credential: text }: PasskeyAnswer,
): Promise<NewKey | undefined> {
  const party = relyingPartyOf(issuer);
  const credential = readCredential(text);
  if (party === undefined || credential === undefined) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  return unlessWrong(async () => {
    const { attestationObject, transports } = credential.response;
    const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject as string));
    // No attestation was asked for. To judge certificates, the library would call the addresses in them.
    if (statement.get('fmt') !== 'none' && statement.get('attStmt').get('x5c') !== undefined) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(party, credential, challenge),
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    });
    if (!verified || registrationInfo.credential.id !== credential.id) return undefined;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey, counter, transports: readTransports(transports) };
  });
}

/** Judges everything about a signature except its counter. Returns the counter, or undefined if the answer is wrong. */
export async function verifySignedCounter(
  issuer: string,
  { credentialId, publicKey, subject }: Passkey,
  { challenge, credential: text }: PasskeyAnswer,
): Promise<number | undefined> {
  const party = relyingPartyOf(issuer);
  const credential = readCredential(text);
  if (party === undefined || credential === undefined) return undefined;
  const { userHandle = null } = credential.response;
  if (userHandle !== null && userHandle !== userHandleOf(subject)) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  return unlessWrong(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(party, credential, challenge),
      // The store judges the counter, so that only one of several simultaneous uses succeeds. With 0, the library
      // accepts any counter.
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
}

/** The digest by which a challenge is remembered. */
export function usedChallenge({ challenge, expiresAt }: PasskeyAnswer): UsedChallenge {
  return { challengeHash: sha256(`passkey-challenge\n${challenge}`), expiresAt };
}

function expected({ id, origin }: RelyingParty, credential: Credential, challenge: string) {
  return {
    response: credential as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  };
}

/** The library throws for every defect of an answer, even for values of other types. */
async function unlessWrong<Result>(judge: () => Promise<Result | undefined>): Promise<Result | undefined> {
  try {
    return await judge();
  } catch {
    return undefined;
  }
}

function readTransports(transports: unknown): readonly string[] {
  return Array.isArray(transports) ? (knownTransports.filter((each) => transports.includes(each)) as string[]) : [];
}
