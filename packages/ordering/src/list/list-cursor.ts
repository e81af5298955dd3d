import { inByteOrder } from '../member/byte-order.js';
import { digestOf } from '../record/digest.js';

/** The properties that the pages of one list have in common. A cursor of one list is not valid for another. */
export interface ListScope {
  /** The name of the list. */
  readonly list: string;
  /** The member whose list it is. */
  readonly memberCode: string;
  /** The filters of the list; the order of names, and of the values in a filter, does not count. */
  readonly filters: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The position at which a page ended: the values of its last element by which the list is ordered. */
export type ListPosition = readonly string[];

/** Whether a list can be ordered by a value. This is checked because the values of a cursor become parameters of statements. */
export type ListKey = (value: unknown) => boolean;

/** A code or an id, as databases keep texts. */
export const textKey: ListKey = (value) =>
  typeof value === 'string' && !value.includes('\u0000') && value.isWellFormed();

/** No list of a record has so many elements. */
export const greatestPlace = 2 ** 31 - 1;

/** A place in a list of a record, from 0 on. */
export const placeKey: ListKey = (value) =>
  typeof value === 'string' && /^[0-9]{1,10}$/.test(value) && Number(value) <= greatestPlace;

/** The form of a cursor. Another number makes all cursors of earlier releases old ones. */
const cursorForm = 1;
const checksumBytes = 12;

/**
 * Encodes the position at which a page ended as an opaque text: a checksum and the position, base64url. The next page begins behind the
 * position, wherever it lies by then, so elements that come or go between two pages make no other one appear twice or be left out.
 *
 * It is a checksum and not a signature, because the cursor gives no rights: an invented cursor only continues at another place of a list
 * that the caller may read anyway. For signatures, all processes would have to share a key. The checksum covers the scope, so that a cursor
 * of another list, member or filter is recognised like an edited or a cut one.
 */
export function writeCursor(scope: ListScope, position: ListPosition): string {
  const text = JSON.stringify(position);
  return Buffer.concat([checksum(scope, text), Buffer.from(text)]).toString('base64url');
}

/**
 * Reads a cursor. Returns undefined if `writeCursor` did not write it for this list, member and filters (`E000002`), or if somebody
 * invented it with a right checksum and without a position of the list.
 */
export function readCursor(scope: ListScope, keys: readonly ListKey[], cursor: string): ListPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.toString('base64url') !== cursor) return undefined;
  const text = bytes.subarray(checksumBytes).toString();
  if (!bytes.subarray(0, checksumBytes).equals(checksum(scope, text))) return undefined;
  const position = parsed(text);
  return isPosition(position, keys) ? position : undefined;
}

function isPosition(value: unknown, keys: readonly ListKey[]): value is ListPosition {
  return Array.isArray(value) && value.length === keys.length && keys.every((isKey, place) => isKey(value[place]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checksum({ list, memberCode, filters }: ListScope, position: string): Buffer {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : sortedSet(value ?? [])] as const)
    .toSorted(([one], [other]) => inByteOrder(one, other));
  return digestOf(JSON.stringify([cursorForm, list, memberCode, given, position])).subarray(0, checksumBytes);
}

function sortedSet(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted(inByteOrder);
}
