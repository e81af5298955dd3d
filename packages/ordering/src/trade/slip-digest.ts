import { digestOfParts } from '../record/digest.js';
import { type StoredColumn, type StoredPart, storedColumns } from './field-columns.js';

/** How many of the stored fields count in every digest. */
const firstFields = 7;

/**
 * Computes a digest of one side's view of a slip, from its delivered bytes and the other stored data. A field that was added later
 * counts only if it has a value of its own, so that the digests of views that were stored before it stay right.
 */
export function slipDigest(body: Buffer, stored: StoredPart, columns: readonly StoredColumn[] = storedColumns): Buffer {
  const part = columns.slice(0, firstFields).map(({ property }) => stored[property]);
  for (const { field, property, ifEmpty } of columns.slice(firstFields)) {
    if (stored[property] !== ifEmpty) part.push(`${field}=${stored[property]}`);
  }
  return digestOfParts(body, JSON.stringify(part));
}
