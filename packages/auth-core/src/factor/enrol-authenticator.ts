import type { AuditEventName, RequestOrigin } from '../audit/audit-event.js';
import type { User } from '../user/user.js';
import {
  authenticatorAddress,
  isAuthenticatorCode,
  makeAuthenticatorSecret,
  secretText,
  stepOfCode,
} from './authenticator-code.js';
import type { FactorContext } from './factor-context.js';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-code.js';
import { openSecret, sealSecret } from './sealed-secret.js';
import { laterThan } from './second-factor.js';

/** A secret that a user is about to store in an authenticator app. Nothing is stored until the user has typed a first code. */
export interface ProposedAuthenticator {
  /** The encrypted secret, which the page sends back with the code. It is useless for any other user. */
  readonly sealedSecret: Buffer;
  /** The secret in the form in which people type it. */
  readonly secretText: string;
  /** The address that the picture for the app contains. */
  readonly address: string;
}

/**
 * The result of an enrolment. `changed` means that, in the meantime, the user has set up another factor or has changed.
 */
export type EnrolmentResult =
  | { readonly outcome: 'enrolled'; readonly user: User; readonly recoveryCodes: readonly string[] }
  | { readonly outcome: 'wrong-code' | 'changed' };

type Owner = Pick<User, 'subject' | 'userId'>;

/** Makes a new secret for the authenticator app of a user. */
export function proposeAuthenticator(
  context: Pick<FactorContext, 'secret' | 'randomness'>,
  { subject, userId }: Owner,
): ProposedAuthenticator {
  const plain = makeAuthenticatorSecret(context.randomness);
  return presented(plain, sealSecret(context.secret, subject, plain), userId);
}

/** Shows the same secret again, after a wrong code. @throws AuthError `secret-key-wrong` */
export function proposeAgain(
  context: Pick<FactorContext, 'secret'>,
  { subject, userId }: Owner,
  sealedSecret: Buffer,
): ProposedAuthenticator {
  return presented(openSecret(context.secret, { subject, sealedSecret }), sealedSecret, userId);
}

/**
 * Stores an authenticator app after the user has typed its first code. This code is used up. The new app replaces a
 * former app of the user, and all recovery codes are replaced too. Passkeys remain.
 *
 * @param user the user when the page was shown
 * @throws AuthError `secret-key-wrong` for a secret of another user
 */
export async function enrolAuthenticator(
  context: FactorContext,
  user: User,
  { sealedSecret, code }: { readonly sealedSecret: Buffer; readonly code: string },
  origin: RequestOrigin,
): Promise<EnrolmentResult> {
  const now = context.clock.now();
  const { subject, generation, secondFactorAt } = user;
  const plain = openSecret(context.secret, { subject, sealedSecret });
  const digits = code.replaceAll(/\s/g, '');
  const lastStep = isAuthenticatorCode(digits) ? stepOfCode(plain, digits, now) : undefined;
  if (lastStep === undefined) return { outcome: 'wrong-code' };
  const at = laterThan(secondFactorAt, now);
  const recoveryCodes = makeRecoveryCodes(context.randomness);
  const enrolled = await context.factors.enrol(
    {
      subject,
      authenticator: { subject, sealedSecret: sealSecret(context.secret, subject, plain), lastStep, createdAt: now },
      userGeneration: generation,
      formerAt: secondFactorAt,
      at,
      recoveryCodeHashes: recoveryCodes.map((each) => hashRecoveryCode(subject, each)),
    },
    { ...eventOf(context, user, 'user.second-factor-set', origin), detail: { method: 'authenticator' } },
  );
  if (!enrolled) return { outcome: 'changed' };
  return { outcome: 'enrolled', user: { ...user, secondFactorAt: at }, recoveryCodes };
}

/** Replaces all recovery codes by ten new ones. Returns undefined if the user's factor has changed in the meantime. */
export async function renewRecoveryCodes(
  context: FactorContext,
  user: User,
  origin: RequestOrigin,
): Promise<readonly string[] | undefined> {
  const { subject, secondFactorAt } = user;
  if (secondFactorAt === undefined) return undefined;
  const codes = makeRecoveryCodes(context.randomness);
  const hashes = codes.map((code) => hashRecoveryCode(subject, code));
  const event = eventOf(context, user, 'user.recovery-codes-made', origin);
  const renewed = await context.factors.replaceRecoveryCodes(subject, secondFactorAt, hashes, event);
  return renewed ? codes : undefined;
}

function presented(plain: Buffer, sealedSecret: Buffer, userId: string): ProposedAuthenticator {
  return { sealedSecret, secretText: secretText(plain), address: authenticatorAddress(plain, userId) };
}

function eventOf(context: FactorContext, { userId }: Owner, event: AuditEventName, origin: RequestOrigin) {
  return { at: context.clock.now(), event, outcome: 'success', userId, ...origin } as const;
}
