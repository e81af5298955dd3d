import type { RequestOrigin } from '../audit/audit-event.js';
import { isAuthenticatorCode, stepOfCode } from './authenticator-code.js';
import type { FactorContext } from './factor-context.js';
import { hashRecoveryCode, readRecoveryCode } from './recovery-code.js';
import { openSecret } from './sealed-secret.js';
import { type Prover, type UnusedProof, useProof, type WrongProof } from './use-proof.js';

/** A code that a user has typed after the password, either from an authenticator app or from the list of recovery codes. */
export interface TypedCode extends Prover {
  readonly code: string;
}

/**
 * Whether a code is correct. A correct code is used up.
 *
 * @throws AuthError `throttled` while the user's codes or the address are locked
 */
export function checkSecondFactor(context: FactorContext, typed: TypedCode, origin: RequestOrigin): Promise<boolean> {
  return useProof(context, typed, () => findUnusedCode(context, typed), origin);
}

const wrong = 'user.second-factor-refused';

async function findUnusedCode(
  context: FactorContext,
  { user: { subject }, code }: TypedCode,
): Promise<UnusedProof | WrongProof> {
  const digits = code.replaceAll(/\s/g, '');
  if (isAuthenticatorCode(digits)) {
    const step = await findUnusedStep(context, subject, digits);
    if (step === undefined) return wrong;
    return { method: 'authenticator', use: (event) => context.factors.useStep(subject, step, event) };
  }
  const recovery = readRecoveryCode(code);
  if (recovery === undefined) return wrong;
  const hash = hashRecoveryCode(subject, recovery);
  if (!(await context.factors.hasRecoveryCode(subject, hash))) return wrong;
  return { method: 'recovery-code', use: (event) => context.factors.useRecoveryCode(subject, hash, event) };
}

async function findUnusedStep(context: FactorContext, subject: string, digits: string): Promise<number | undefined> {
  const authenticator = await context.factors.findAuthenticator(subject);
  if (authenticator === undefined) return undefined;
  const step = stepOfCode(openSecret(context.secret, authenticator), digits, context.clock.now());
  return step !== undefined && step > authenticator.lastStep ? step : undefined;
}
