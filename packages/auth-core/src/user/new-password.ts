import { countCharacters } from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';
import type { LeakedPasswords } from '../password/leaked-passwords.js';
import type { PasswordHasher } from '../password/password-hasher.js';
import { isPasswordTooLong, longestPassword } from './check-password.js';
import { isPasswordText, normalPassword } from './password-text.js';

/** The minimum length of a password (NIST SP 800-63B). */
export const shortestPassword = 8;

/** The objects by which a new password is judged and hashed. */
export interface NewPasswordContext {
  readonly hasher: PasswordHasher;
  readonly leakedPasswords: LeakedPasswords;
}

/**
 * Returns the hash of a password that somebody has chosen. All who choose a password, operators too, have the same rules.
 *
 * @throws AuthError `password-too-short`, `password-too-long`, `password-leaked`; `value-invalid` for characters that no password has
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
