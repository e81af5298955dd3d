import type { AuditEvent, RequestOrigin } from '../audit/audit-event.js';
import type { User } from '../user/user.js';
import type { FactorContext } from './factor-context.js';
import type { FactorMethod } from './second-factor.js';

/** The person who proves a second factor, and the application for which. */
export interface Prover {
  readonly user: Pick<User, 'subject' | 'userId'>;
  readonly clientId?: string | undefined;
}

/** A right proof that nobody had used when it was looked up. */
export interface UnusedProof {
  readonly method: FactorMethod;
  /** Uses the proof up. Returns false if a simultaneous check has used it first. */
  readonly use: (event: AuditEvent) => Promise<boolean>;
}

/** The event of a proof that is wrong. */
export type WrongProof = 'user.second-factor-refused' | 'user.passkey-counter-refused';

/**
 * Whether a proof is right. A right proof is used up: of several checks of the same proof at the same time, only one returns true.
 * Wrong proofs, and proofs that were used before the check began, have counts of their own, with the same limits as passwords. Only a
 * right proof clears them.
 *
 * A proof is used after the limits have accepted it, so a lock never burns a right code. A check that finds the proof unused, and
 * loses it to a simultaneous check, is no guess and is not counted.
 *
 * @param find judges the proof
 * @throws AuthError `throttled` while the user's proofs or the address are locked
 */
export async function useProof(
  context: FactorContext,
  { user, clientId }: Prover,
  find: () => Promise<UnusedProof | WrongProof>,
  origin: RequestOrigin,
): Promise<boolean> {
  const admission = await context.attempts.admit({ kind: 'factor', id: user.subject, address: origin.address });
  const event = { at: context.clock.now(), clientId, userId: user.userId, ...origin };
  const refused = (name: WrongProof) => ({ ...event, event: name, outcome: 'refused' }) as const;
  const found = await find();
  if (typeof found === 'string') {
    await context.attempts.countFailure(admission, refused(found));
    return false;
  }
  await context.attempts.acceptSuccess(admission);
  const detail = { method: found.method };
  if (await found.use({ ...event, event: 'user.second-factor-used', outcome: 'success', detail })) return true;
  const lost = await find();
  await context.audit.append(refused(typeof lost === 'string' ? lost : 'user.second-factor-refused'));
  return false;
}
