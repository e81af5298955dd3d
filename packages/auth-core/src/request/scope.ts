import { AuthError } from '../auth-error.js';

/**
 * Refuses a request for another scope. Tokens always have the whole scope, so a request may leave the scope out, or ask for all of it.
 *
 * @throws AuthError `invalid_scope`
 */
export function refuseOtherScope(asked: string | undefined, scope: string): void {
  if (asked === undefined || isSameScope(asked, scope)) return;
  throw new AuthError('invalid_scope', `scope must be: ${scope}`);
}

/** The order of the values in a scope has no meaning (RFC 6749 3.3). */
export function isSameScope(left: string, right: string): boolean {
  const leftTokens = readScope(left);
  const rightTokens = readScope(right);
  return leftTokens.size === rightTokens.size && [...leftTokens].every((token) => rightTokens.has(token));
}

function readScope(scope: string): Set<string> {
  return new Set(scope.split(' ').filter((token) => token !== ''));
}
