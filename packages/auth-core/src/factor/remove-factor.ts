import type { RequestOrigin } from '../audit/audit-event.js';
import type { User } from '../user/user.js';
import type { FactorContext } from './factor-context.js';
import { needsSecondFactor } from './needs-second-factor.js';
import { type FactorPart, laterThan } from './second-factor.js';

/**
 * Removes the app or a passkey of a user who no longer wants it. When the last one is removed, the recovery codes are
 * removed too.
 *
 * @param user the user when the page was shown
 * @returns `required` if it is the last one and a second factor is required, or `changed` if the second factor has
 * changed in the meantime
 */
export async function removeFactor(
  context: FactorContext,
  user: User,
  part: FactorPart,
  origin: RequestOrigin,
): Promise<{ readonly outcome: 'removed'; readonly user: User } | { readonly outcome: 'required' | 'changed' }> {
  const { factors, settings, clock } = context;
  const { subject, secondFactorAt: formerAt } = user;
  if (formerAt === undefined) return { outcome: 'changed' };
  // The removal fails if the second factor changes after this count.
  const hasApp = (await factors.findAuthenticator(subject)) !== undefined;
  const passkeys = await factors.listPasskeys(subject);
  const isLast = passkeys.length + (hasApp ? 1 : 0) === 1;
  if (isLast && needsSecondFactor(settings, user)) return { outcome: 'required' };
  const now = clock.now();
  const secondFactorAt = isLast ? undefined : laterThan(formerAt, now);
  const name =
    part === 'authenticator' ? undefined : passkeys.find((each) => each.credentialId === part.credentialId)?.name;
  const detail = name === undefined ? { method: 'authenticator' } : { method: 'passkey', name };
  const event = { at: now, event: 'user.second-factor-removed', outcome: 'success', userId: user.userId } as const;
  const removed = await factors.removePart(
    { subject, part, formerAt, at: secondFactorAt },
    { ...event, ...origin, detail },
  );
  return removed ? { outcome: 'removed', user: { ...user, secondFactorAt } } : { outcome: 'changed' };
}
