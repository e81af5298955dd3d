import { AuthError } from '../auth-error.js';

/** The parameters of one request. A parameter without a value counts as absent (RFC 6749 3.1). */
export type Parameters = ReadonlyMap<string, string>;

export const parametersAtMost = 100;

/**
 * Reads a form body or a query string in the format `application/x-www-form-urlencoded`.
 *
 * @throws AuthError `invalid_request` for a repeated parameter, for more than 100 parameters (RFC 6749 3.1, 3.2), or
 * for a null character, which not every database can store
 */
export function readParameters(encoded: string): Parameters {
  const parameters = new Map<string, string>();
  const seen = new Set<string>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (++count > parametersAtMost) {
      throw new AuthError('invalid_request', `At most ${parametersAtMost} parameters are allowed`);
    }
    if (seen.has(name)) throw new AuthError('invalid_request', `Parameter repeated: ${printable(name)}`);
    seen.add(name);
    if (value.includes('\0')) throw new AuthError('invalid_request', `Null character in ${printable(name)}`);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** @throws AuthError `invalid_request` when the parameter is absent */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new AuthError('invalid_request', `Parameter missing: ${name}`);
  return value;
}

/**
 * Query strings are often stored in logs and browser histories, so parameters that belong in the body are refused in the query
 * (RFC 6749 2.3.1, RFC 9700 4.3.2).
 *
 * @throws AuthError `invalid_request`
 */
export function refuseInQuery(query: Parameters, names: ReadonlySet<string>): void {
  const misplaced = [...query.keys()].find((name) => names.has(name));
  if (misplaced !== undefined) {
    throw new AuthError('invalid_request', `Parameter not allowed in the query: ${misplaced}`);
  }
}

/** The field `error_description` allows only some ASCII characters (RFC 6749 5.2). */
function printable(name: string): string {
  return name.slice(0, 40).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
