import type { Database, Dialect } from '@trading-platform/database';
import { masterRequest } from '@trading-platform/domain-types';
import { givenValues } from '../../../download/download-criteria.js';
import type { RenderedRecord } from '../../../download/rendered-record.js';
import { greatestPlace, type ListPosition } from '../../../list/list-cursor.js';
import type { ListPage } from '../../../list/list-page.js';
import type { ListQuery } from '../../../list/list-query.js';
import type { OrderMasterFilters } from '../../../list/lists.js';
import { catalogLineOf } from '../../../master/catalog-line-of.js';
import { unpackBodies, unpackedLength } from '../../../record/packed-body.js';
import { SqlConditions } from '../common/sql-conditions.js';
import { readWindowedPage, rowsPerWindow, type WindowedList } from '../common/windowed-page.js';
import { catalogConditions } from '../downloads/master-selection.js';

/** A page ends when the records of its lines have this total number of bytes. */
const bytesPerPage = 16 * 1_024 * 1_024;

/**
 * Reads order-master lines. The bytes of each line are copied from the record of its product.
 *
 * @see OrderMasterList
 */
export async function readOrderMaster(
  database: Database,
  { scope, filters, limit, after }: ListQuery<OrderMasterFilters>,
): Promise<ListPage<Uint8Array>> {
  const given = givenValues(masterRequest, filters);
  const unpacking: Promise<readonly RenderedRecord[]>[] = [];
  const lines = orderMasterLines(database, scope.memberCode, given, (rows) => {
    const bodies = unpackBodies(rows);
    // If reading fails first, nothing awaits the decompressed bodies.
    bodies.catch(() => undefined);
    unpacking.push(bodies);
  });
  const page = await readWindowedPage(lines, { after, limit });
  const bodies = (await Promise.all(unpacking)).flat();
  return {
    ...page,
    elements: page.elements.map(({ line }, index) => catalogLineOf(bodies[index]?.body as Buffer, line)),
  };
}

/** @param taken receives the rows of each step, and unpacks them while the next rows are read */
function orderMasterLines(
  database: Database,
  memberCode: string,
  filters: OrderMasterFilters,
  taken: (rows: readonly ProductRow[]) => void,
): WindowedList<ProductRow> {
  return {
    async endOfWindow(after) {
      const { sql, values } = selectEndOfProducts(memberCode, after);
      const [end] = await database.query<Pick<ProductRow, 'partner' | 'item'>>(sql, values);
      return end && [end.partner, end.item, lastLine];
    },
    async read(after, until, limit) {
      const { sql, values } = selectLines(database.dialect, { memberCode, filters, after, until, limit });
      const rows = await database.query<ProductRow>(sql, values);
      taken(rows);
      return rows.map((row) => ({ position: [row.partner, row.item, String(row.line)], element: row }));
    },
    isEnough: (page) => page.reduce((bytes, { element }) => bytes + unpackedLength(element.body), 0) >= bytesPerPage,
  };
}

interface ProductRow {
  readonly partner: string;
  readonly item: string;
  readonly line: number;
  readonly body: Buffer;
}

/** A number that is greater than the index of any line in a record. */
const lastLine = String(greatestPlace);

function productAt([partner = '', item = '']: ListPosition): [partner: string, item: string] {
  return [partner, item];
}

/** Returns a query for the last product of a window. */
export function selectEndOfProducts(memberCode: string, after: ListPosition) {
  const sql = `SELECT member_code_partner AS partner, item_id AS item FROM product
    WHERE member_code = $1 AND (member_code_partner, item_id) >= ($2, $3)
    ORDER BY member_code_partner, item_id LIMIT 1 OFFSET ${rowsPerWindow}`;
  return { sql, values: [memberCode, ...productAt(after)] };
}

export interface LinesOfMember {
  readonly memberCode: string;
  readonly filters: OrderMasterFilters;
  readonly after: ListPosition;
  readonly until: ListPosition | undefined;
  readonly limit: number;
}

/** Searches for the lines of each product separately, in the order of the product keys. */
const linesOfProduct: Readonly<Record<Dialect, string>> = {
  sqlite: 'catalog_line l ON l.product_id = p.id',
  postgres: 'LATERAL (SELECT * FROM catalog_line WHERE product_id = p.id OFFSET 0) l ON TRUE',
};

/**
 * Returns a query for the lines of a window that pass the filters. The bytes of lines are read only for lines that pass the
 * filters.
 */
export function selectLines(dialect: Dialect, { memberCode, filters, after, until, limit }: LinesOfMember) {
  const where = new SqlConditions(dialect);
  where.compare('p.member_code', '=', memberCode);
  const [partner, item] = productAt(after).map((key) => where.placeholder(key));
  const line = where.placeholder(Number(after[2] ?? -1));
  where.add(`(p.member_code_partner, p.item_id) >= (${partner}, ${item})`);
  where.add(`(p.member_code_partner > ${partner} OR p.item_id > ${item} OR l.line_no > ${line})`);
  if (until !== undefined) {
    const [lastPartner, lastItem] = productAt(until).map((key) => where.placeholder(key));
    where.add(`(p.member_code_partner, p.item_id) <= (${lastPartner}, ${lastItem})`);
  }
  const lines = catalogConditions(where.nested(), filters);
  const sql = `SELECT selected.partner, selected.item, selected.line,
      (SELECT b.body FROM product b WHERE b.id = selected.id) AS body
    FROM (SELECT p.id, p.member_code_partner AS partner, p.item_id AS item, l.line_no AS line
      FROM product p INNER JOIN ${linesOfProduct[dialect]}
      WHERE ${where.text} AND ${lines.text}
      ORDER BY p.member_code_partner, p.item_id, l.line_no LIMIT ${where.placeholder(limit)}) AS selected`;
  return { sql, values: where.values };
}
