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
  readonly #fetchPage: (cursor: string) => Promise<ListPage<Element>>;

  constructor(fetchPage: (cursor: string) => Promise<ListPage<Element>>) {
    this.#fetchPage = fetchPage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined> {
    for await (const elements of this.pages()) yield* elements;
  }

  /** The elements as they come, page by page. */
  async *pages(): AsyncGenerator<readonly Element[], void, undefined> {
    let cursor = '';
    do {
      const { elements, nextCursor } = await this.#fetchPage(cursor);
      yield elements;
      cursor = nextCursor;
    } while (cursor !== '');
  }

  /** All elements at once, for lists that are known to be short. */
  async toArray(): Promise<Element[]> {
    const all: Element[] = [];
    for await (const elements of this.pages()) all.push(...elements);
    return all;
  }
}
