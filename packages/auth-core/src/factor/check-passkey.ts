import type { RequestOrigin } from '../audit/audit-event.js';
import type { FactorContext } from './factor-context.js';
import { isCounterAhead } from './passkey.js';
import { type PasskeyAnswer, readCredential, usedChallenge, verifySignedCounter } from './passkey-answer.js';
import { type Prover, type UnusedProof, useProof, type WrongProof } from './use-proof.js';

/** The answer of one of the user's passkeys to the question of a page. */
export interface UsedPasskey extends Prover {
  readonly answer: PasskeyAnswer;
}

/**
 * Whether a passkey of the user has answered the question of this page. The challenge is used up. If the counter has
 * not grown since the last use, the passkey may have been copied. The answer is then refused, and the audit log gets an
 * event of its own for this case.
 *
 * @throws AuthError `throttled` while the user's second factor or the address is locked
 */
export function checkPasskey(context: FactorContext, used: UsedPasskey, origin: RequestOrigin): Promise<boolean> {
  return useProof(context, used, () => findUnusedAnswer(context, used), origin);
}

const wrong = 'user.second-factor-refused';

async function findUnusedAnswer(
  { factors, settings, clock }: FactorContext,
  { user: { subject }, answer }: UsedPasskey,
): Promise<UnusedProof | WrongProof> {
  const credentialId = readCredential(answer.credential)?.id;
  const passkey = credentialId === undefined ? undefined : await factors.findPasskey(credentialId);
  if (credentialId === undefined || passkey?.subject !== subject) return wrong;
  const counter = await verifySignedCounter(settings.issuer, passkey, answer);
  const challenge = usedChallenge(answer);
  if (counter === undefined || (await factors.isChallengeUsed(challenge.challengeHash))) return wrong;
  if (!isCounterAhead(passkey.counter, counter)) return 'user.passkey-counter-refused';
  const use = { credentialId, subject, counter, at: clock.now(), challenge };
  return { method: 'passkey', use: (event) => factors.usePasskey(use, event) };
}
