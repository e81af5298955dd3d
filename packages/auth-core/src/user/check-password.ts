import { hasAtMost } from '@trading-platform/domain-types';
import type { RequestOrigin } from '../audit/audit-event.js';
import type { Clock } from '../clock.js';
import type { PasswordHasher } from '../password/password-hasher.js';
import type { AttemptLimiter } from '../throttle/attempt-limiter.js';
import { findUser, foldLoginId } from './login-id.js';
import { normalPassword } from './password-text.js';
import type { StoredUser } from './user.js';
import type { UserStore } from './user-store.js';

/** The objects that are needed to check a password. */
export interface PasswordCheck {
  readonly users: UserStore;
  readonly attempts: AttemptLimiter;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
}

/**
 * A hash that is compared with the typed password if the user is unknown. With this hash, checking an unknown user takes as long
 * as checking a known user. The hash has the same parameters as `argon2Parameters`.
 */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$qFjosCccmwxXLifFQoH4Bw$70I2ZZc9m/piJsSpk3m88e1SkMiVfBp/aDfpOTxf5CE';

/** The maximum length of a password. A longer password is refused without hashing. */
export const longestPassword = 1_024;

export function isPasswordTooLong(password: string): boolean {
  return !hasAtMost(password, longestPassword);
}

/**
 * The maximum number of UTF-16 units of a password that are processed. A character takes at most two units, so a text with more
 * than twice `longestPassword` units is too long.
 */
const hashedUnits = 2 * longestPassword + 1;

/** The login ID and password as they were typed, and the client through which they came. */
export interface SignIn {
  readonly userId: string;
  readonly password: string;
  /** The client for which the user signs in, or undefined if the user signs in for the user's own account. */
  readonly clientId: string | undefined;
  /** Whether the client has proved its identity with its secret. */
  readonly isClientAuthenticated: boolean;
}

/**
 * Returns the user if login ID and password are correct, and undefined otherwise. A wrong password, an unknown user and a
 * disabled user take the same time and have the same consequences.
 *
 * @throws AuthError `throttled` while user or address are locked, `overloaded`
 */
export async function checkPassword(
  context: PasswordCheck,
  signIn: SignIn,
  origin: RequestOrigin,
): Promise<StoredUser | undefined> {
  const throughClient = signIn.isClientAuthenticated ? signIn.clientId : undefined;
  const attempt = { kind: 'user', id: foldLoginId(signIn.userId), address: origin.address, throughClient } as const;
  const admission = await context.attempts.admit(attempt);
  const user = await findUser(context.users, signIn.userId);
  const password = normalPassword(signIn.password);
  const fits = await context.hasher.verify(user?.passwordHash ?? nobodysHash, password.slice(0, hashedUnits));
  if (user === undefined || user.disabledAt !== undefined || !fits || isPasswordTooLong(password)) {
    await context.attempts.countFailure(admission, {
      at: context.clock.now(),
      event: 'user.refused',
      outcome: 'refused',
      clientId: signIn.clientId,
      userId: user?.userId,
      ...origin,
    });
    return undefined;
  }
  await context.attempts.acceptSuccess(admission);
  if (context.hasher.isOutdated(user.passwordHash)) await renewHash(context, user, password);
  return user;
}

/** The hash can be renewed only now, because the password is known only after a successful check. */
async function renewHash(context: PasswordCheck, user: StoredUser, password: string): Promise<void> {
  await context.users.upgradePasswordHash(user.subject, user.passwordHash, await context.hasher.hash(password));
}
