import { inByteOrder } from '../member/byte-order.js';
import { digestOf } from '../record/digest.js';

/** The properties that are the same for all pages of one list. A cursor of one list is invalid for every other list. */
export interface ListScope {
  /** The name of the list. */
  readonly list: string;
  /** The member to which the list belongs. */
  readonly memberCode: string;
  /** The filters of the list. The order of the filters, and the order of the values in a filter, does not matter. */
  readonly filters: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The position after the last element of a page: the values of this element by which the list is sorted. */
export type ListPosition = readonly string[];

/**
 * Checks whether a value in a cursor has the right type for its position in the list. The values are checked, because the values
 * of a cursor become parameters of SQL statements.
 */
export type ListKey = (value: unknown) => boolean;

/** Checks that a value is a text that databases can store, such as a code or an id. */
export const textKey: ListKey = (value) =>
  typeof value === 'string' && !value.includes('\u0000') && value.isWellFormed();

/** Every list inside a record has fewer elements than this number. */
export const greatestPlace = 2 ** 31 - 1;

/** Checks that a value is the index of an element in a list inside a record. The first index of a list is 0. */
export const placeKey: ListKey = (value) =>
  typeof value === 'string' && /^[0-9]{1,10}$/.test(value) && Number(value) <= greatestPlace;

/**
 * The version of the cursor format. If the version of the cursor format is changed, all cursors of earlier releases become
 * invalid.
 */
const cursorForm = 1;
const checksumBytes = 12;

/**
 * Writes, as text that callers cannot interpret, the position at which a page ended. The text of a cursor is base64url and
 * contains a checksum and the position. The next page begins after the position that the cursor contains. If elements are added
 * to the list or removed from it between two pages, no other element appears twice or is missing.
 *
 * The cursor has a checksum and no signature, because it gives no rights: a forged cursor only continues a list, which the caller
 * may read anyway, at another position. A signature in the cursor would require a key that all processes share. The checksum
 * includes the scope. The checksum is computed from the position, the list, the member and the filters. An edited cursor and a
 * cursor of another list are therefore recognised.
 */
export function writeCursor(scope: ListScope, position: ListPosition): string {
  const text = JSON.stringify(position);
  return Buffer.concat([checksum(scope, text), Buffer.from(text)]).toString('base64url');
}

/**
 * Reads a cursor, and returns undefined if the cursor was not written for this list, member and filters (`E000002`). For a forged
 * cursor with a correct checksum, the result is also undefined if the position does not fit the list.
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
