import { type ListPosition, type ListScope, writeCursor } from './list-cursor.js';

/** An element of a list, and the values by which the list is ordered. */
export interface ListedElement<Element> {
  readonly position: ListPosition;
  readonly element: Element;
}

/** One page of a list; `nextCursor` is `''` at the end. */
export interface ListPage<Element> {
  readonly elements: readonly Element[];
  readonly nextCursor: string;
}

/**
 * Makes a page of what was read (Spec 4.11).
 *
 * @param read the elements behind the position where the former page ended, one more than `limit` if there are so many
 */
export function listPage<Element>(
  scope: ListScope,
  limit: number,
  read: readonly ListedElement<Element>[],
): ListPage<Element> {
  const page = read.slice(0, limit);
  const last = page.at(-1);
  return {
    elements: page.map(({ element }) => element),
    nextCursor: read.length > limit && last !== undefined ? writeCursor(scope, last.position) : '',
  };
}
