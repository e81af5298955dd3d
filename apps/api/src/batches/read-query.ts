import { type ErrorEntry, errorCode, ownLimits } from '@trading-platform/domain-types';
import { ignoredFieldsHeader } from '@trading-platform/validation';
import { ApiRefusal, errorOf } from '../http/api-refusal.js';
import type { Call } from '../http/call.js';

/** What a parameter of a query must be, and the number that it says. */
export interface NumberParameter {
  readonly least: number;
  readonly most: number;
}

const longest = ownLimits.batchIdDigits;

/**
 * Reads whole numbers from the query of a call. What is absent or empty is undefined; other parameters are named in
 * `X-Ignored-Fields`.
 *
 * @throws ApiRefusal with all defects: E000002, E000003, E000004
 */
export function readNumbers<Name extends string>(
  { request, reply }: Call,
  parameters: Readonly<Record<Name, NumberParameter>>,
): { readonly [Each in Name]: number | undefined } {
  const query = request.query as Readonly<Record<string, string | string[] | undefined>>;
  const ignored = ignoredFieldsHeader(Object.keys(query).filter((name) => !Object.hasOwn(parameters, name)));
  if (ignored !== undefined) reply.header('X-Ignored-Fields', ignored);
  const errors: ErrorEntry[] = [];
  const entries = Object.entries<NumberParameter>(parameters).map(([name, bounds]) => {
    const outcome = readNumber(name, query[name], bounds);
    if (typeof outcome === 'object') errors.push(outcome);
    return [name, outcome];
  });
  if (errors.length > 0) throw ApiRefusal.ofAll(errors);
  return Object.fromEntries(entries) as { readonly [Each in Name]: number | undefined };
}

function readNumber(
  item: string,
  value: string | readonly string[] | undefined,
  { least, most }: NumberParameter,
): number | undefined | ErrorEntry {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^\d+$/.test(value)) {
    return errorOf(errorCode.wrongFormat, { item, detail: 'Send one whole number.' });
  }
  if (value.length > longest) return errorOf(errorCode.tooLong, { item });
  const number = Number(value);
  if (number >= least && number <= most) return number;
  return errorOf(errorCode.notAllowed, { item, detail: `Send a number from ${least} to ${most}.` });
}
