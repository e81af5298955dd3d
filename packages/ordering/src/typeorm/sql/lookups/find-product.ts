import type { Sql } from '@trading-platform/database';
import type { ProductPair } from '../../../master/product-directory.js';
import { unpackBodies } from '../../../record/packed-body.js';

/**
 * Selects a record of the buyer `$1` from the seller `$2`: the record that has a line with the `catalog_id` `$3` or, if
 * no line has this id, the record whose `item_id` is `$3`.
 */
export const selectProduct = `SELECT named.body FROM (
    SELECT 0 AS place, (SELECT p.body FROM product p
        WHERE p.id = c.product_id AND p.member_code_partner || '' = $2) AS body
      FROM catalog_line c WHERE c.member_code = $1 AND c.catalog_id = $3 AND c.catalog_id <> ''
    UNION ALL
    SELECT 1 AS place, p.body FROM product p
      WHERE p.member_code = $1 AND p.member_code_partner = $2 AND p.item_id = $3
  ) AS named WHERE named.body IS NOT NULL ORDER BY named.place LIMIT 1`;

/** @see ProductDirectory.find */
export async function findProduct(
  sql: Sql,
  { buyer, seller }: ProductPair,
  product: string,
): Promise<Uint8Array | undefined> {
  const rows = await sql.query<{ readonly body: Buffer }>(selectProduct, [buyer, seller, product]);
  const [found] = await unpackBodies(rows);
  return found?.body;
}
