import { inByteOrder } from '../member/byte-order.js';
import { digestOf } from '../record/digest.js';

/**
 * Computes a digest of the selection of a request. Neither the order of fields nor the order of values in a list changes the
 * digest. A field with the value undefined counts as absent.
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
