import { AuthError } from '../auth-error.js';

/** @throws AuthError `value-invalid` for an empty or too long text, or one with control characters */
export function checkText(name: string, value: string, longest: number): void {
  if (value.length >= 1 && value.length <= longest && !/\p{Cc}/u.test(value)) return;
  throw new AuthError('value-invalid', `${name}: 1 to ${longest} characters, no control characters`);
}
