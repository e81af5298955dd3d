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

/** A right code that nobody had used when it was looked up. */
interface UnusedCode {
  readonly method: FactorMethod;
  /** Uses the code up. Returns false if a simultaneous check has used it first. */
  readonly use: (event: AuditEvent) => Promise<boolean>;
}

/**
 * Whether a code is right. A right code is used up: of several checks of the same code at the same time, only one returns true. Wrong
 * codes, and codes that were used before the check began, have counts of their own, with the same limits as passwords. Only a right
 * code clears them.
 *
 * A code is used after the limits have accepted it, so a lock never burns a right code. A check that finds the code unused, and loses
 * it to a simultaneous check, is no guess and is not counted.
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
  const refused = { ...event, event: 'user.second-factor-refused', outcome: 'refused' } as const;
  const unused = await findUnusedCode(context, typed);
  if (unused === undefined) {
    await context.attempts.countFailure(admission, refused);
    return false;
  }
  await context.attempts.acceptSuccess(admission);
  if (await unused.use(usedEvent(event, unused.method))) return true;
  await context.audit.append(refused);
  return false;
}

async function findUnusedCode(
  context: FactorContext,
  { user: { subject }, code }: TypedCode,
): Promise<UnusedCode | undefined> {
  const digits = code.replaceAll(/\s/g, '');
  if (isAuthenticatorCode(digits)) {
    const step = await findUnusedStep(context, subject, digits);
    if (step === undefined) return undefined;
    return { method: 'authenticator', use: (event) => context.factors.useStep(subject, step, event) };
  }
  const recovery = readRecoveryCode(code);
  if (recovery === undefined) return undefined;
  const hash = hashRecoveryCode(subject, recovery);
  if (!(await context.factors.hasRecoveryCode(subject, hash))) return undefined;
  return { method: 'recovery-code', use: (event) => context.factors.useRecoveryCode(subject, hash, event) };
}

async function findUnusedStep(context: FactorContext, subject: string, digits: string): Promise<number | undefined> {
  const authenticator = await context.factors.findAuthenticator(subject);
  if (authenticator === undefined) return undefined;
  const step = stepOfCode(openSecret(context.secret, authenticator), digits, context.clock.now());
  return step !== undefined && step > authenticator.lastStep ? step : undefined;
}

function usedEvent(event: Omit<AuditEvent, 'event' | 'outcome'>, method: FactorMethod): AuditEvent {
  return { ...event, event: 'user.second-factor-used', outcome: 'success', detail: { method } };
}
