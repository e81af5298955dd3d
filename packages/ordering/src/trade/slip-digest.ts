import { digestOfParts } from '../record/digest.js';
import { type StoredColumn, type StoredPart, storedColumns } from './field-columns.js';

/** The number of stored fields that are part of every digest. */
const firstFields = 7;

/**
 * Computes a digest of one side's view of a slip, from its delivered bytes and the other stored data. A field that was added
 * later is part of the digest only if its value is not the default, so that digests which were stored before remain valid.
 */
export function slipDigest(body: Buffer, stored: StoredPart, columns: readonly StoredColumn[] = storedColumns): Buffer {
  const part = columns.slice(0, firstFields).map(({ property }) => stored[property]);
  for (const { field, property, ifEmpty } of columns.slice(firstFields)) {
    if (stored[property] !== ifEmpty) part.push(`${field}=${stored[property]}`);
  }
  return digestOfParts(body, JSON.stringify(part));
}
