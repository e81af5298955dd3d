import type { ListPosition } from './list-cursor.js';

/** One page of a list. A page may have fewer elements than the request asked for, or none, even if the list continues. */
export interface ListPage<Element> {
  readonly elements: readonly Element[];
  /** The position after which the next page begins, or undefined if this is the last page. */
  readonly goesOnBehind: ListPosition | undefined;
}

/** An element of a list, and the values by which the list is sorted. */
export interface ListedElement<Element> {
  readonly position: ListPosition;
  readonly element: Element;
}

/**
 * Makes a page from the elements that were read (Spec 4.11).
 *
 * @param read the elements behind the end of the previous page: `limit` elements, and one more if there is one. The
 * additional element shows whether there is a next page, so no second query is needed.
 */
export function pageOf<Element>(read: readonly ListedElement<Element>[], limit: number): ListPage<Element> {
  const page = read.slice(0, limit);
  return {
    elements: page.map(({ element }) => element),
    goesOnBehind: read.length > limit ? page.at(-1)?.position : undefined,
  };
}
