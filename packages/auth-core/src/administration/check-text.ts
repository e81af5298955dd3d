import { hasAtMost, hasControlCharacter } from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';

/**
 * @throws AuthError `value-invalid` if the text is empty or too long, or if it contains control characters or half a
 * character
 */
export function checkText(name: string, value: string, longest: number): void {
  if (value !== '' && hasAtMost(value, longest) && !hasControlCharacter(value) && value.isWellFormed()) return;
  throw new AuthError('value-invalid', `${name}: 1 to ${longest} characters, no control characters`);
}
