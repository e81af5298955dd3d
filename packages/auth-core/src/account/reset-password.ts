import type { RequestOrigin } from '../audit/audit-event.js';
import type { Clock } from '../clock.js';
import { sha256 } from '../secret/same-bytes.js';
import type { AttemptLimiter } from '../throttle/attempt-limiter.js';
import { foldLoginId } from '../user/login-id.js';
import { hashNewPassword, type NewPasswordContext } from '../user/new-password.js';
import { publicUser, type User } from '../user/user.js';
import type { UserStore } from '../user/user-store.js';

/** The objects that are needed to set a password by a reset link. */
export interface ResetContext extends NewPasswordContext {
  readonly users: UserStore;
  readonly attempts: AttemptLimiter;
  readonly clock: Clock;
}

export const resetSecretBytes = 32;
const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** A secret of 256 random bits needs no slow hash and no limit on guesses. */
export function hashResetSecret(secret: string): Buffer {
  return sha256(`reset-link\n${secret}`);
}

/** Finds the user of the valid reset link with this secret. The link can still be used afterwards. */
export async function findUserOfResetLink(
  { users, clock }: Pick<ResetContext, 'users' | 'clock'>,
  secret: string | undefined,
): Promise<User | undefined> {
  if (secret === undefined || !secretForm.test(secret)) return undefined;
  const link = await users.findResetLink(hashResetSecret(secret));
  if (link === undefined || link.expiresAt <= clock.now()) return undefined;
  const user = await users.findBySubject(link.subject);
  if (user === undefined || user.disabledAt !== undefined || user.generation !== link.userGeneration) return undefined;
  return publicUser(user);
}

/**
 * Sets the password of a user by a reset link, and uses the link up. All sessions and grants of the user end, and also
 * the locks after wrong passwords. If the user has a second factor, the caller must have checked it.
 *
 * @param user the user that `findUserOfResetLink` has returned
 * @returns false if, in the meantime, the link was used or expired, or the user changed
 * @throws AuthError as `hashNewPassword`; the link can then be used again
 */
export async function resetPassword(
  context: ResetContext,
  user: User,
  { secret, password }: { readonly secret: string; readonly password: string },
  origin: RequestOrigin,
): Promise<boolean> {
  const { userId, generation } = user;
  const passwordHash = await hashNewPassword(context, password);
  const at = context.clock.now();
  const event = { at, event: 'user.password-reset', outcome: 'success', userId, ...origin } as const;
  const condition = { generation, resetLink: hashResetSecret(secret) };
  if (!(await context.users.setPassword(userId, passwordHash, event, condition))) return false;
  await context.attempts.unlock('user', foldLoginId(userId));
  return true;
}
