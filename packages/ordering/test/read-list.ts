import { type ListSource, listQuery, nextCursor } from '../src/list/list-query.js';

/** Returns one page of a list, as a request would get it. */
export async function readPage<Filters, Element>(
  source: ListSource<Filters, Element>,
  request: Filters & { readonly member_code_self?: string; readonly limit?: string; readonly cursor?: string },
  caller = 'HEAD',
): Promise<{ readonly elements: readonly Element[]; readonly cursor: string }> {
  const query = listQuery(source, request, caller)!;
  const page = await source.read(query as never);
  return { elements: page.elements, cursor: nextCursor(query, page) };
}

/** Returns all pages of a list, one after the other. */
export async function readPages<Filters, Element>(
  source: ListSource<Filters, Element>,
  request: Filters & { readonly member_code_self?: string; readonly limit?: string },
  { caller = 'HEAD', between = () => Promise.resolve() }: { caller?: string; between?: () => Promise<void> } = {},
): Promise<(readonly Element[])[]> {
  const pages: (readonly Element[])[] = [];
  for (let cursor: string | undefined; cursor !== ''; ) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await readPage(source, cursor === undefined ? request : { ...request, cursor }, caller);
    pages.push(page.elements);
    cursor = page.cursor;
    // oxlint-disable-next-line no-await-in-loop
    if (cursor !== '') await between();
  }
  return pages;
}
