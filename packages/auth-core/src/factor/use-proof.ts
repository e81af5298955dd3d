import type { AuditEvent, RequestOrigin } from '../audit/audit-event.js';
import type { User } from '../user/user.js';
import type { FactorContext } from './factor-context.js';
import type { FactorMethod } from './second-factor.js';

/** The person who proves a second factor, and the application that the person signs in for. */
export interface Prover {
  readonly user: Pick<User, 'subject' | 'userId'>;
  readonly clientId?: string | undefined;
}

/** A correct proof that was still unused when it was looked up. */
export interface UnusedProof {
  readonly method: FactorMethod;
  /** Uses the proof up. Returns false if a simultaneous check has used it first. */
  readonly use: (event: AuditEvent) => Promise<boolean>;
}

/** The event that is recorded for a wrong proof. */
export type WrongProof = 'user.second-factor-refused' | 'user.passkey-counter-refused';

/**
 * Whether a proof is correct. A correct proof works once: if several checks of the same proof run at the same time,
 * only one returns true. Wrong proofs, and proofs that were used before the check began, are counted separately from
 * passwords, with the same limits. Only a correct proof clears these counts.
 *
 * A proof is used up only after the limits have accepted it, so no correct code is lost because of a lock. If a check
 * finds the proof unused, but a simultaneous check uses it first, this was not a guess and is not counted.
 *
 * @param find looks the proof up and judges it
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
