import type { AuditEvent, RequestOrigin } from '../audit/audit-event.js';
import type { User } from '../user/user.js';
import { isAuthenticatorCode, stepOfCode } from './authenticator-code.js';
import type { FactorContext } from './factor-context.js';
import { hashRecoveryCode, readRecoveryCode } from './recovery-code.js';
import { openSecret } from './sealed-secret.js';
import type { FactorMethod } from './second-factor.js';

/** A code that a user has typed after the password, either from an authenticator app or from the list of recovery codes. */
export interface TypedCode {
  readonly user: Pick<User, 'subject' | 'userId'>;
  readonly code: string;
  readonly clientId?: string | undefined;
}

/**
 * Whether a code is right. A right code is used up: of several checks of the same code at the same time, only one returns true. Wrong
 * codes have counts of their own, with the same limits as passwords. Only a right code clears them.
 *
 * @throws AuthError `throttled` while the user's codes or the address are locked
 */
export async function checkSecondFactor(
  context: FactorContext,
  typed: TypedCode,
  origin: RequestOrigin,
): Promise<boolean> {
  const { user, clientId } = typed;
  const admission = await context.attempts.admit({ kind: 'factor', id: user.subject, address: origin.address });
  const event = { at: context.clock.now(), clientId, userId: user.userId, ...origin };
  if (await useCode(context, typed, (method) => usedEvent(event, method))) {
    await context.attempts.acceptSuccess(admission);
    return true;
  }
  await context.attempts.countFailure(admission, {
    ...event,
    event: 'user.second-factor-refused',
    outcome: 'refused',
  });
  return false;
}

async function useCode(
  context: FactorContext,
  { user: { subject }, code }: TypedCode,
  eventOf: (method: FactorMethod) => AuditEvent,
): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '');
  if (isAuthenticatorCode(digits)) {
    const step = await findStep(context, subject, digits);
    return step !== undefined && context.factors.useStep(subject, step, eventOf('authenticator'));
  }
  const recovery = readRecoveryCode(code);
  if (recovery === undefined) return false;
  return context.factors.useRecoveryCode(subject, hashRecoveryCode(subject, recovery), eventOf('recovery-code'));
}

async function findStep(context: FactorContext, subject: string, digits: string): Promise<number | undefined> {
  const authenticator = await context.factors.findAuthenticator(subject);
  if (authenticator === undefined) return undefined;
  return stepOfCode(openSecret(context.secret, authenticator), digits, context.clock.now());
}

function usedEvent(event: Omit<AuditEvent, 'event' | 'outcome'>, method: FactorMethod): AuditEvent {
  return { ...event, event: 'user.second-factor-used', outcome: 'success', detail: { method } };
}
