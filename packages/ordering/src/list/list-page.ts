import type { ListPosition } from './list-cursor.js';

/** One page of a list. It may hold fewer elements than were asked for, even none, although the list goes on. */
export interface ListPage<Element> {
  readonly elements: readonly Element[];
  /** The next page begins behind this position; undefined at the end of the list. */
  readonly goesOnBehind: ListPosition | undefined;
}

/** An element of a list, and the values by which the list is ordered. */
export interface ListedElement<Element> {
  readonly position: ListPosition;
  readonly element: Element;
}

/**
 * Makes a page of the elements that were read (Spec 4.11).
 *
 * @param read the elements behind the position where the former page ended, one more than `limit` if there are so many: so no second query
 * is needed to see whether there is a next page
 */
export function pageOf<Element>(read: readonly ListedElement<Element>[], limit: number): ListPage<Element> {
  const page = read.slice(0, limit);
  return {
    elements: page.map(({ element }) => element),
    goesOnBehind: read.length > limit ? page.at(-1)?.position : undefined,
  };
}
