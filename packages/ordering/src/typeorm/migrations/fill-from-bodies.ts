import { type Dialect, dialectOf } from '@trading-platform/database';
import type { CatalogLine } from '@trading-platform/domain-types';
import type { QueryRunner } from 'typeorm';
import { unpackBodies } from '../../record/packed-body.js';
import { type SlipStoredPart, slipDigest } from '../../trade/slip-digest.js';
import { bytesOfHex, textRows } from '../sql/common/json-rows.js';

const rowsAtOnce = 500;

interface StoredBody {
  readonly id: number;
  readonly body: Buffer;
}

type StoredSlip = StoredBody & SlipStoredPart;

/** Fills the columns of slips that only their bodies had, and makes their digests anew. */
export function fillFromSlips(runner: QueryRunner): Promise<void> {
  const dialect = dialectOf(runner);
  const select = `SELECT s.id AS "id", b.body AS "body", s.member_code_partner AS "memberCodePartner", s.slip_kind AS "slipKind",
      s.use_ac_svc AS "useAcSvc", s.perusal_flg AS "perusalFlg", s.delivery_place_id AS "deliveryPlaceId",
      s.planned_shipping_day AS "plannedShippingDay", s.receipt_day AS "receiptDay"
    FROM slip s JOIN slip_body b ON b.slip_id = s.id`;
  return forEachBody(runner, select, 's.id', async (rows) => {
    const values = (rows as readonly StoredSlip[]).map((row) => {
      const { hope_delivery_date = '', trade_total = '' } = JSON.parse(`{${row.body.toString()}`) as Record<
        string,
        string
      >;
      return [String(row.id), hope_delivery_date, trade_total, slipDigest(row.body, row).toString('hex')];
    });
    await runner.query(`UPDATE slip SET hope_delivery_date = k.hope, trade_total = k.total, digest = ${bytesOfHex(dialect, 'k.digest')}
      FROM ${rowsOf(dialect, values, ['id', 'hope', 'total', 'digest'])} WHERE slip.id = CAST(k.id AS BIGINT)`);
  });
}

/** Fills the `private_item_code` of order-master lines. */
export function fillFromProducts(runner: QueryRunner): Promise<void> {
  const dialect = dialectOf(runner);
  return forEachBody(runner, 'SELECT p.id AS "id", p.body AS "body" FROM product p', 'p.id', async (rows) => {
    const values = rows.flatMap(({ id, body }) => {
      const { catalog } = JSON.parse(`{${body.toString()}`) as { readonly catalog: readonly CatalogLine[] };
      return catalog.map(({ private_item_code }, line) => [String(id), String(line), private_item_code]);
    });
    await runner.query(`UPDATE catalog_line SET private_item_code = k.code FROM ${rowsOf(dialect, values, ['id', 'line', 'code'])}
      WHERE catalog_line.product_id = CAST(k.id AS BIGINT) AND catalog_line.line_no = CAST(k.line AS BIGINT)`);
  });
}

/** Hands over all rows, some at a time, with their bodies as they are sent. */
async function forEachBody(
  runner: QueryRunner,
  select: string,
  id: string,
  work: (rows: readonly StoredBody[]) => Promise<void>,
): Promise<void> {
  for (let last = 0; ; ) {
    const stored: StoredBody[] = await runner.query(
      `${select} WHERE ${id} > ${last} ORDER BY ${id} LIMIT ${rowsAtOnce}`,
    );
    if (stored.length === 0) return;
    await work((await unpackBodies(stored)) as readonly unknown[] as readonly StoredBody[]);
    last = Number(stored.at(-1)?.id);
  }
}

function rowsOf(dialect: Dialect, values: readonly (readonly string[])[], columns: readonly string[]): string {
  return textRows(dialect, `'${JSON.stringify(values).replaceAll("'", "''")}'`, 'k', columns);
}
