import { sameText, sha256 } from '../secret/same-bytes.js';

const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;
const challengeForm = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text can be a challenge of the method S256, which is the only supported method (RFC 7636 4.2). */
export function isCodeChallenge(challenge: string): boolean {
  return challengeForm.test(challenge);
}

/**
 * Whether the verifier matches the challenge. If there is a verifier but no challenge, the verifier is refused, because an
 * attacker may have removed the challenge from the authorization request (RFC 7636 4.6, RFC 9700 2.1.1).
 */
export function fitsChallenge(verifier: string | undefined, challenge: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return verifierForm.test(verifier) && sameText(codeChallengeOf(verifier), challenge);
}

/** Computes the challenge for a verifier (RFC 7636 4.2). */
export function codeChallengeOf(verifier: string): string {
  return sha256(verifier).toString('base64url');
}
