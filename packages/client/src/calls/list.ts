/** One page of a list, and the cursor of the next page (`next_cursor`, empty at the end). */
export interface ListPage<Element> {
  readonly elements: readonly Element[];
  readonly nextCursor: string;
}

/**
 * A list of the platform, fetched page by page during iteration (Spec 4.11).
 *
 * @example
 * for await (const partner of client.partners.list()) console.log(partner.member_name_partner);
 */
export class List<Element> implements AsyncIterable<Element> {
  readonly #pages: () => AsyncGenerator<readonly Element[], void, undefined>;

  constructor(pages: () => AsyncGenerator<readonly Element[], void, undefined>) {
    this.#pages = pages;
  }

  /** A list whose pages are linked by cursors. */
  static byCursor<Element>(fetchPage: (cursor: string) => Promise<ListPage<Element>>): List<Element> {
    return new List(() => pagesByCursor(fetchPage));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined> {
    for await (const elements of this.pages()) yield* elements;
  }

  /** The elements, page by page. */
  pages(): AsyncGenerator<readonly Element[], void, undefined> {
    return this.#pages();
  }

  /** All elements at once, for short lists. */
  async toArray(): Promise<Element[]> {
    const all: Element[] = [];
    for await (const elements of this.pages()) all.push(...elements);
    return all;
  }
}

async function* pagesByCursor<Element>(
  fetchPage: (cursor: string) => Promise<ListPage<Element>>,
): AsyncGenerator<readonly Element[], void, undefined> {
  let cursor = '';
  do {
    const { elements, nextCursor } = await fetchPage(cursor);
    yield elements;
    cursor = nextCursor;
  } while (cursor !== '');
}
