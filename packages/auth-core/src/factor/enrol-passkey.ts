import type { RequestOrigin } from '../audit/audit-event.js';
import type { User } from '../user/user.js';
import type { FactorContext } from './factor-context.js';
import { passkeyName, passkeysPerUser } from './passkey.js';
import { type PasskeyAnswer, usedChallenge, verifyNewKey } from './passkey-answer.js';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-code.js';
import { laterThan } from './second-factor.js';

/**
 * The result of enrolling a passkey. `recoveryCodes` is empty if the user already had a second factor, because its
 * codes remain valid. `refused` means that the answer is wrong, or that the passkey already belongs to somebody.
 * `changed` means that the user or the user's second factor has changed in the meantime.
 */
export type PasskeyEnrolmentResult =
  | { readonly outcome: 'enrolled'; readonly user: User; readonly recoveryCodes: readonly string[] }
  | { readonly outcome: 'name-invalid' | 'too-many' | 'refused' | 'changed' };

/**
 * Adds a passkey to the second factor of a user, who can have at most ten passkeys. If it is the user's first factor,
 * ten recovery codes are made.
 *
 * @param user the user when the page was shown
 */
export async function enrolPasskey(
  context: FactorContext,
  user: User,
  { name: typed, answer }: { readonly name: string; readonly answer: PasskeyAnswer },
  origin: RequestOrigin,
): Promise<PasskeyEnrolmentResult> {
  const { factors, settings, clock, randomness } = context;
  const { subject, secondFactorAt: formerAt } = user;
  const name = passkeyName(typed);
  if (name === undefined) return { outcome: 'name-invalid' };
  // The enrolment fails if the second factor changes after this count.
  if ((await factors.listPasskeys(subject)).length >= passkeysPerUser) return { outcome: 'too-many' };
  const key = await verifyNewKey(settings.issuer, answer);
  if (key === undefined || (await factors.findPasskey(key.credentialId)) !== undefined) return { outcome: 'refused' };
  const now = clock.now();
  const at = laterThan(formerAt, now);
  const recoveryCodes = formerAt === undefined ? makeRecoveryCodes(randomness) : [];
  const enrolled = await factors.enrol(
    {
      subject,
      userGeneration: user.generation,
      formerAt,
      at,
      passkey: { ...key, subject, name, createdAt: now, lastUsedAt: undefined },
      challenge: usedChallenge(answer),
      ...(formerAt === undefined
        ? { recoveryCodeHashes: recoveryCodes.map((code) => hashRecoveryCode(subject, code)) }
        : {}),
    },
    {
      at: now,
      event: 'user.second-factor-set',
      outcome: 'success',
      userId: user.userId,
      ...origin,
      detail: { method: 'passkey', name },
    },
  );
  if (!enrolled) return { outcome: 'changed' };
  return { outcome: 'enrolled', user: { ...user, secondFactorAt: at }, recoveryCodes };
}
