import { countCharacters } from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';
import type { LeakedPasswords } from '../password/leaked-passwords.js';
import type { PasswordHasher } from '../password/password-hasher.js';
import { isPasswordTooLong, longestPassword } from './check-password.js';
import { isPasswordText, normalPassword } from './password-text.js';

/** The minimum length of a password (NIST SP 800-63B). */
export const shortestPassword = 8;

/** The objects that are needed to judge and hash a new password. */
export interface NewPasswordContext {
  readonly hasher: PasswordHasher;
  readonly leakedPasswords: LeakedPasswords;
}

/**
 * Returns the hash of a chosen password. The same rules apply to everybody who chooses a password, including operators.
 *
 * @throws AuthError `password-too-short`, `password-too-long`, `password-leaked`; `value-invalid` for characters that
 * are not allowed in a password
 */
export async function hashNewPassword({ hasher, leakedPasswords }: NewPasswordContext, typed: string): Promise<string> {
  const password = normalPassword(typed);
  if (isPasswordTooLong(password)) {
    throw new AuthError('password-too-long', `A password has at most ${longestPassword} characters`);
  }
  if (countCharacters(password) < shortestPassword) {
    throw new AuthError('password-too-short', `A password needs at least ${shortestPassword} characters`);
  }
  if (!isPasswordText(password)) {
    throw new AuthError('value-invalid', 'A password has no control and no invisible characters');
  }
  if (await leakedPasswords.contains(password)) {
    const help = 'choose one that is used nowhere else, for example four unrelated words';
    throw new AuthError('password-leaked', `This password is on public lists of stolen passwords: ${help}`);
  }
  return hasher.hash(password);
}
