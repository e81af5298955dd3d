/** Rows of one page. */
export const pageSize = 1_000;

/** Joins the pages of a list. `next` returns the rows after a given row, and no rows at the end. */
export async function allPages<Row>(next: (after: Row | undefined) => Promise<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = await next(undefined); page.length > 0; page = await next(rows.at(-1))) {
    rows.push(...page);
    if (page.length < pageSize) break;
  }
  return rows;
}
