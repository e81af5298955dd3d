/** One page of a list, and where the next begins (`next_cursor`, empty at the end). */
export interface ListPage<Element> {
  readonly elements: readonly Element[];
  readonly nextCursor: string;
}

/**
 * A list of the platform, which is read page by page while it is iterated (Spec 4.11).
 *
 * @example
 * for await (const partner of client.partners.list()) console.log(partner.member_name_partner);
 */
export class List<Element> implements AsyncIterable<Element> {
  readonly #pages: () => AsyncGenerator<readonly Element[], void, undefined>;

  constructor(pages: () => AsyncGenerator<readonly Element[], void, undefined>) {
    this.#pages = pages;
  }

  /** A list whose pages follow each other by a cursor. */
  static byCursor<Element>(fetchPage: (cursor: string) => Promise<ListPage<Element>>): List<Element> {
    return new List(() => pagesByCursor(fetchPage));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined> {
    for await (const elements of this.pages()) yield* elements;
  }

  /** The elements as they come, page by page. */
  pages(): AsyncGenerator<readonly Element[], void, undefined> {
    return this.#pages();
  }

  /** All elements at once, for lists that are known to be short. */
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
