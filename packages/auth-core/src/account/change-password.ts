import type { RequestOrigin } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import { hashNewPassword, type NewPasswordContext } from '../user/new-password.js';
import { normalPassword } from '../user/password-text.js';
import { publicUser, type User } from '../user/user.js';
import type { UserStore } from '../user/user-store.js';

/** The objects with which a user changes the password. */
export interface PasswordChangeContext extends NewPasswordContext {
  readonly users: UserStore;
  readonly clock: Clock;
}

/**
 * Changes the password of a user who has just proved the present password and, if there is one, the second factor. All
 * sessions and grants of the user end. Service accounts have no user, so their tokens remain valid.
 *
 * @param user the user when the page was shown
 * @returns the user in the new generation, or undefined if the user has changed in the meantime
 * @throws AuthError `password-unchanged`, and the errors of `hashNewPassword`
 */
export async function changePassword(
  context: PasswordChangeContext,
  user: User,
  password: string,
  origin: RequestOrigin,
): Promise<User | undefined> {
  const { userId, subject, generation } = user;
  const passwordHash = await hashNewPassword(context, password);
  const present = await context.users.findBySubject(subject);
  if (present?.generation !== generation) return undefined;
  if (await context.hasher.verify(present.passwordHash, normalPassword(password))) {
    throw new AuthError('password-unchanged', 'The new password is the present one');
  }
  const at = context.clock.now();
  const event = { at, event: 'user.password-changed', outcome: 'success', userId, ...origin } as const;
  if (!(await context.users.setPassword(userId, passwordHash, event, { generation }))) return undefined;
  const changed = await context.users.findBySubject(subject);
  return changed === undefined ? undefined : publicUser(changed);
}
