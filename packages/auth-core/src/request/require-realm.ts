import { AuthError } from '../auth-error.js';
import { fixedRealm } from './fixed-values.js';
import { type Parameters, requireParameter } from './parameters.js';

/** @throws AuthError `invalid_request` if the query names no realm or a wrong one (Spec 4.2) */
export function requireRealm(query: Parameters): void {
  if (requireParameter(query, 'realm') === fixedRealm) return;
  throw new AuthError('invalid_request', `realm must be ${fixedRealm}`);
}
