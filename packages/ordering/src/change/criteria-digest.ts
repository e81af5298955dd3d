import { inByteOrder } from '../member/byte-order.js';
import { digestOf } from '../record/digest.js';

/**
 * A digest of what a request selects: the same for two requests whose criteria differ only in the order of their fields and of
 * the values in their lists. What is undefined counts as absent.
 */
export function criteriaDigest(criteria: object): string {
  return digestOf(JSON.stringify(canonical(criteria))).toString('base64url');
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(canonical(each))).toSorted(inByteOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return fields.map(([name, each]) => [name, canonical(each)]).toSorted(byName);
}

function byName([one]: unknown[], [other]: unknown[]): number {
  return inByteOrder(String(one), String(other));
}
