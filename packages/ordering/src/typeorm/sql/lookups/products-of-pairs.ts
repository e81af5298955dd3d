import { tableOf } from '@trading-platform/database';
import type { BuyLine, CatalogLine, MasterRecord } from '@trading-platform/domain-types';
import { type FcPriceRule, scopesCovering } from '../../../fc-price/fc-price-rule.js';
import { rulesCovering } from '../../../fc-price/rules-covering.js';
import { isSharedWithStores } from '../../../master/order-master-line.js';
import type { Member } from '../../../member/member.js';
import type { OrderProduct } from '../../../order/order-product.js';
import { unpackBodies } from '../../../record/packed-body.js';
import { CatalogLineEntity } from '../../entities/catalog-line.entity.js';
import { ProductEntity } from '../../entities/product.entity.js';
import { recordsPerChunk } from '../common/record-stream.js';
import { type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';
import type { DatabaseSnapshot } from '../snapshot/database-snapshot.js';
import { orderMasterLine } from './delivery-lines.js';
import { readFcRules } from './fc-rules.js';

/** A buyer and a seller, with the codes of the products that are ordered. */
export interface PairProducts {
  readonly buyer: Member;
  readonly seller: string;
  readonly catalogIds: readonly string[];
  readonly privateItemCodes: readonly string[];
}

/**
 * Returns, for each pair, the order-master lines with these codes and this seller, from the order masters of the buyer and its
 * head office. The number of queries does not depend on the number of pairs.
 */
export async function productsOfPairs(
  snapshot: DatabaseSnapshot,
  pairs: readonly PairProducts[],
): Promise<readonly (readonly OrderProduct[])[]> {
  const idsOfCodes = await idsByCode(snapshot, pairs);
  const wanted = pairs.map((pair) => ({ pair, catalogIds: allCatalogIds(pair, idsOfCodes) }));
  const keys = wanted.flatMap(({ pair, catalogIds }) =>
    ownersOf(pair).flatMap((owner) => catalogIds.map((catalogId): LineKey => [owner, pair.seller, catalogId])),
  );
  const lines = await readLines(snapshot, keys);
  const found = wanted.map(({ pair, catalogIds }) =>
    catalogIds.flatMap((catalogId) =>
      ownersOf(pair).flatMap((owner) => lines.get(textOf([owner, pair.seller, catalogId])) ?? []),
    ),
  );
  const buyLines = await readBuyLines(snapshot, pairs, found);
  const rules = await readRules(snapshot, pairs, found);
  return pairs.map((pair, index) =>
    found[index]!.map((line) => ({
      ...orderMasterLine(line.columns, pair.buyer.memberCode),
      catalog: line.catalog,
      header: line.header,
      buy: line.columns.memberCode === pair.buyer.memberCode ? line.buy : buyLines.get(textOf(buyKey(pair, line))),
      fcRules: rules.get(textOf([pair.buyer.memberCode, pair.seller, line.columns.catalogId])) ?? [],
    })),
  );
}

/** The owner of an order master, the partner, and the code of a line or product. */
type LineKey = readonly [owner: string, partner: string, name: string];

function textOf(key: LineKey): string {
  return JSON.stringify(key);
}

/** Returns the members from whose order masters a buyer may order. */
function ownersOf({ buyer: { memberCode, headOfficeMemberCode } }: PairProducts): readonly string[] {
  return [memberCode, headOfficeMemberCode].filter((code, index, all) => code !== '' && all.indexOf(code) === index);
}

const eachKey = {
  sqlite: 'json_each($1) AS wanted',
  postgres: 'jsonb_array_elements($1::jsonb) AS wanted(value)',
} as const;

const codeLines = tableOf(CatalogLineEntity).only('memberCode', 'memberCodePartner', 'privateItemCode', 'catalogId');

const linesOfCodes: RowsOfEach = {
  wanted: eachKey,
  table: 'catalog_line',
  where: `found.member_code = wanted.value ->> 0 AND found.member_code_partner = wanted.value ->> 1
    AND found.private_item_code = wanted.value ->> 2 AND found.catalog_id || '' <> ''`,
};

/** Returns the `catalog_id`s of the lines that have a given `private_item_code`, by the text of the line's key. */
async function idsByCode(
  snapshot: DatabaseSnapshot,
  pairs: readonly PairProducts[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await snapshot.query<object>(
    `SELECT ${codeLines.columnsOf('found')} ${rowsOfEach(snapshot.dialect, linesOfCodes)}`,
    [jsonOf(pairs.flatMap(codeKeys))],
  );
  const byCode = Map.groupBy(rows.map(codeLines.read), ({ memberCode, memberCodePartner, privateItemCode }) =>
    textOf([memberCode, memberCodePartner, privateItemCode]),
  );
  return new Map([...byCode].map(([key, lines]) => [key, lines.map(({ catalogId }) => catalogId)]));
}

function codeKeys(pair: PairProducts): readonly LineKey[] {
  return ownersOf(pair).flatMap((owner) => pair.privateItemCodes.map((code): LineKey => [owner, pair.seller, code]));
}

function allCatalogIds(pair: PairProducts, idsOfCodes: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const ofCodes = codeKeys(pair).flatMap((key) => idsOfCodes.get(textOf(key)) ?? []);
  return [...new Set([...pair.catalogIds, ...ofCodes])];
}

const lineColumns = tableOf(CatalogLineEntity).without('foodCatMiddleCode', 'foodCatSmallCode', 'updateDate');

/** The column of the partner is written as an expression, because an index on pairs would read all lines of the pair. */
const wantedLines: RowsOfEach = {
  wanted: eachKey,
  table: 'catalog_line',
  where: `found.member_code = wanted.value ->> 0 AND found.catalog_id = wanted.value ->> 2 AND found.catalog_id <> ''
    AND found.member_code_partner || '' = wanted.value ->> 1`,
};

interface StoredLine {
  readonly columns: ReturnType<typeof lineColumns.read>;
  readonly header: OrderProduct['header'];
  readonly catalog: CatalogLine;
  /** The product in the owner's own product master, or undefined if the owner has no such product there. */
  readonly buy: BuyLine | undefined;
}

async function readLines(
  snapshot: DatabaseSnapshot,
  keys: readonly LineKey[],
): Promise<ReadonlyMap<string, StoredLine>> {
  const lines = new Map<string, StoredLine>();
  const sql = `SELECT ${lineColumns.columnsOf('found')}, (SELECT p.body FROM product p WHERE p.id = found.product_id) AS body
    ${rowsOfEach(snapshot.dialect, wantedLines)}`;
  for await (const { row, record } of records(snapshot, sql, keys)) {
    const columns = lineColumns.read(row);
    const { customer_code, op_name, private_op_code } = record;
    lines.set(textOf([columns.memberCode, columns.memberCodePartner, columns.catalogId]), {
      columns,
      header: { customer_code, op_name, private_op_code },
      catalog: record.catalog[columns.lineNo]!,
      buy: record.buy[0],
    });
  }
  return lines;
}

const productKeys = tableOf(ProductEntity).only('memberCode', 'memberCodePartner', 'itemId');

const wantedProducts: RowsOfEach = {
  wanted: eachKey,
  table: 'product',
  where: `found.member_code = wanted.value ->> 0 AND found.member_code_partner = wanted.value ->> 1
    AND found.item_id = wanted.value ->> 2`,
};

/** If the order-master line of a product belongs to the head office, reads the buyer's own data of the product. */
async function readBuyLines(
  snapshot: DatabaseSnapshot,
  pairs: readonly PairProducts[],
  found: readonly (readonly StoredLine[])[],
): Promise<ReadonlyMap<string, BuyLine | undefined>> {
  const keys = pairs.flatMap((pair, index) =>
    found[index]!.filter(({ columns }) => columns.memberCode !== pair.buyer.memberCode).map((line) =>
      buyKey(pair, line),
    ),
  );
  const buyLines = new Map<string, BuyLine | undefined>();
  const sql = `SELECT ${productKeys.columnsOf('found')}, found.body ${rowsOfEach(snapshot.dialect, wantedProducts)}`;
  for await (const { row, record } of records(snapshot, sql, keys)) {
    const { memberCode, memberCodePartner, itemId } = productKeys.read(row);
    buyLines.set(textOf([memberCode, memberCodePartner, itemId]), record.buy[0]);
  }
  return buyLines;
}

function buyKey({ buyer, seller }: PairProducts, { catalog }: StoredLine): LineKey {
  return [buyer.memberCode, seller, catalog.item_id];
}

interface BodyRow {
  readonly body: Buffer;
}

/** Yields the rows of a query, with the column `body` parsed. Only a few bodies are in memory at the same time. */
async function* records(
  snapshot: DatabaseSnapshot,
  sql: string,
  keys: readonly LineKey[],
): AsyncGenerator<{ readonly row: object; readonly record: MasterRecord }> {
  for await (const rows of snapshot.stream<BodyRow>(sql, [jsonOf(keys)], recordsPerChunk)) {
    const unpacked = await unpackBodies(rows);
    for (const [index, row] of rows.entries()) {
      const text = Buffer.from(unpacked[index]!.body).toString();
      yield { row, record: JSON.parse(`{${text}`) as MasterRecord };
    }
  }
}

/**
 * Returns the price rules that the buyer's FC owner has for each product, in the order of precedence for an FC price (Spec 4.9).
 */
async function readRules(
  snapshot: DatabaseSnapshot,
  pairs: readonly PairProducts[],
  found: readonly (readonly StoredLine[])[],
): Promise<ReadonlyMap<string, readonly FcPriceRule[]>> {
  const scopes = new Map(pairs.flatMap((pair, index) => scopesOf(pair, found[index]!)));
  const covering = rulesCovering(await readFcRules(snapshot, [...new Set([...scopes.values()].flat())]));
  return new Map([...scopes].map(([product, inOrder]) => [product, covering(inOrder)]));
}

/** A rule's category is compared with the category of the buyer's own line, or else of the line that its head office shares. */
function scopesOf({ buyer, seller }: PairProducts, lines: readonly StoredLine[]) {
  const { memberCode, fcOwnerMemberCode } = buyer;
  if (fcOwnerMemberCode === '') return [];
  const isOwn = ({ columns }: StoredLine) => columns.memberCode === memberCode;
  // The buyer's own line comes last, so it replaces the line of the head office.
  const counting = [
    ...lines.filter((line) => !isOwn(line) && isSharedWithStores(line.columns)),
    ...lines.filter(isOwn),
  ];
  return counting.map(({ columns: { catalogId, foodCatLargeCode } }) => {
    const scope = { fcOwnerMemberCode, memberCodeStore: memberCode, catalogId, foodCatLargeCode };
    return [textOf([memberCode, seller, catalogId]), scopesCovering(scope)] as const;
  });
}

function jsonOf(keys: readonly LineKey[]): string {
  return JSON.stringify([...new Map(keys.map((key) => [textOf(key), key])).values()]);
}
