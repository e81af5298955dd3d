import type { ListPosition } from '../../../list/list-cursor.js';
import { type ListedElement, type ListPage, pageOf } from '../../../list/list-page.js';

/** A step looks at so many rows, and a page takes so many steps, however few rows pass the filters. */
export const rowsPerWindow = 2_000;
const windowsPerPage = 5;
/** The most elements of one read, so that memory does not grow with the page. */
const elementsPerRead = 250;

/** A list in the order of an index, with filters that no index serves. */
export interface WindowedList<Element> {
  /** The position of the row that is `rowsPerWindow` behind `after`; undefined if the list ends before. */
  endOfWindow(after: ListPosition): Promise<ListPosition | undefined>;
  /** The elements behind `after`, up to `until`, that fit the filters: the first ones, at most `limit`. */
  read(after: ListPosition, until: ListPosition | undefined, limit: number): Promise<readonly ListedElement<Element>[]>;
  /** Whether so many elements are enough for an answer, although they are less than `limit`. */
  isEnough?(page: readonly ListedElement<Element>[]): boolean;
}

/** The position before the first element. */
const start: ListPosition = [];

/**
 * Reads a page in bounded time and memory. If few of very many rows pass the filters, the page ends early and the caller goes on
 * with the next one, so that no request delays others by scanning all data of a member.
 */
export async function readWindowedPage<Element>(
  list: WindowedList<Element>,
  { after = start, limit }: { readonly after: ListPosition | undefined; readonly limit: number },
): Promise<ListPage<Element>> {
  const page: ListedElement<Element>[] = [];
  let behind = after;
  for (let window = 0; window < windowsPerPage; window++) {
    const until = await list.endOfWindow(behind);
    for (let atEnd = false; !atEnd; ) {
      const wanted = Math.min(elementsPerRead, limit + 1 - page.length);
      const read = await list.read(behind, until, wanted);
      page.push(...read);
      if (page.length > limit) return pageOf(page, limit);
      behind = read.at(-1)?.position ?? behind;
      if (list.isEnough?.(page) === true) return upTo(behind, page);
      atEnd = read.length < wanted;
    }
    if (until === undefined) return pageOf(page, limit);
    behind = until;
  }
  return upTo(behind, page);
}

function upTo<Element>(goesOnBehind: ListPosition, page: readonly ListedElement<Element>[]): ListPage<Element> {
  return { elements: page.map(({ element }) => element), goesOnBehind };
}
