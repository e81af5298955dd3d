import type { ListPosition } from '../../../list/list-cursor.js';
import { type ListedElement, type ListPage, pageOf } from '../../../list/list-page.js';

/** The number of rows that one step reads for a page, and the maximum number of steps for a page. */
export const rowsPerWindow = 2_000;
const windowsPerPage = 5;
/** The maximum number of elements in one read, so that memory use does not depend on the size of the page. */
const elementsPerRead = 250;

/** A list in the order of an index, with filters for which there is no index. */
export interface WindowedList<Element> {
  /**
   * Returns the position of the row `rowsPerWindow` rows after `after`, or undefined if the list ends before this row.
   */
  endOfWindow(after: ListPosition): Promise<ListPosition | undefined>;
  /**
   * Returns the first elements after `after` that pass the filters, but no element after `until` and at most `limit` elements.
   */
  read(after: ListPosition, until: ListPosition | undefined, limit: number): Promise<readonly ListedElement<Element>[]>;
  /** Whether this page is large enough to be returned before it has `limit` elements. */
  isEnough?(page: readonly ListedElement<Element>[]): boolean;
}

/** The position before the first element. */
const start: ListPosition = [];

/**
 * Reads one page in limited time and with limited memory. If only a few of many rows pass the filters, the page ends early, and
 * the caller can request the next page. A request therefore never delays others by reading all data of a member.
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
