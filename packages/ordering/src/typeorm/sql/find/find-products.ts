import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Dialect } from '@trading-platform/database';
import { type FoundProduct, type MasterRecord, ownLimits } from '@trading-platform/domain-types';
import { findKey, wordsOf } from '../../../find/find-key.js';
import { inFindTime } from '../../../find/find-time.js';
import type { Found } from '../../../find/finder.js';
import { unpackBodies } from '../../../record/packed-body.js';
import { eachText, type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';
import { SqlConditions } from '../common/sql-conditions.js';

const most = ownLimits.findAnswerElements;
/** The number of products whose words are compared by one statement. */
const productsPerWindow = 10_000;

/**
 * Searches for a value separately for each partner of the member, because the indexes of codes begin with both members.
 */
const ofEachPartner: Readonly<Record<Dialect, (id: string, table: string, where: string) => string>> = {
  sqlite: (id, table, where) => `SELECT found.${id} AS id FROM member_pair pair CROSS JOIN ${table} found
    WHERE pair.member_code = $1 AND ${where}`,
  postgres: (id, table, where) => `SELECT found.${id} AS id FROM member_pair pair
    CROSS JOIN LATERAL (SELECT * FROM ${table} found WHERE ${where} LIMIT ${most}) AS found WHERE pair.member_code = $1`,
};
const ofPair = 'found.member_code = pair.member_code AND found.member_code_partner = pair.member_code_partner';

/** Finds the products of the member `$1` that have exactly the code `$2`. */
export function selectByCode(dialect: Dialect): string {
  const ofPartners = ofEachPartner[dialect];
  return `SELECT code.id FROM (
      SELECT c.product_id AS id FROM catalog_line c WHERE c.member_code = $1 AND c.catalog_id = $2 AND c.catalog_id <> ''
      UNION ${ofPartners('id', 'product', `${ofPair} AND found.item_id = $2`)}
      UNION ${ofPartners('product_id', 'catalog_line', `${ofPair} AND found.private_item_code = $2`)}
    ) AS code ORDER BY code.id LIMIT ${most}`;
}

/** Returns the last product of a window of the member `$1` behind the product `$2`. */
export const selectEndOfWords = `SELECT f.product_id AS id FROM find_product f WHERE f.member_code = $1 AND f.product_id > $2
  ORDER BY f.product_id LIMIT 1 OFFSET ${productsPerWindow - 1}`;

/** Returns a query for the products of a window that have all words. */
export function selectByWords(
  dialect: Dialect,
  { caller, words, after, until }: { caller: string; words: readonly string[]; after: number; until: number },
) {
  const where = new SqlConditions(dialect);
  where.compare('f.member_code', '=', caller);
  where.add(`f.product_id > ${where.placeholder(after)} AND f.product_id <= ${where.placeholder(until)}`);
  const contains = dialect === 'sqlite' ? 'instr' : 'strpos';
  for (const word of words) where.add(`${contains}(f.words, ${where.placeholder(word)}) > 0`);
  const sql = `SELECT f.product_id AS id FROM find_product f WHERE ${where.text} ORDER BY f.product_id LIMIT ${most}`;
  return { sql, values: where.values };
}

const productsById: RowsOfEach = {
  wanted: eachText(2),
  table: 'product',
  where: 'found.id = CAST(wanted.value AS BIGINT) AND found.member_code = $1',
};

/** Reads the products of the member `$1` with the ids `$2`. */
export function selectFoundProducts(dialect: Dialect): string {
  return `SELECT found.id, found.member_code_partner, found.item_id, found.body ${rowsOfEach(dialect, productsById)}`;
}

interface IdRow {
  readonly id: number | string;
}

interface ProductRow extends IdRow {
  readonly member_code_partner: string;
  readonly item_id: string;
  readonly body: Buffer;
}

/** @see Finder.products */
export async function findProducts(database: Database, caller: string, text: string): Promise<Found<FoundProduct>> {
  const words = wordsOf(findKey(text));
  if (caller === '' || words.length === 0) return { elements: [], isComplete: true };
  const coded = (await database.query<IdRow>(selectByCode(database.dialect), [caller, text])).map(({ id }) =>
    Number(id),
  );
  const ids = new Set(coded);
  const isComplete = await inFindTime((isOver) => compareWords(database, { caller, words, ids, isOver }));
  return { elements: await readProducts(database, caller, [...ids].slice(0, most)), isComplete };
}

interface Comparison {
  readonly caller: string;
  readonly words: readonly string[];
  /** Receives the products that have the words. */
  readonly ids: Set<number>;
  readonly isOver: () => boolean;
}

/** Compares the words of the member's products, window by window. Returns whether all windows were compared. */
async function compareWords(database: Database, { caller, words, ids, isOver }: Comparison): Promise<boolean> {
  for (let after = -1; ids.size < most; ) {
    if (isOver()) return false;
    // Each window begins where the one before it ends.
    // oxlint-disable-next-line no-await-in-loop
    const [end] = await database.query<IdRow>(selectEndOfWords, [caller, after]);
    const until = end === undefined ? Number.MAX_SAFE_INTEGER : Number(end.id);
    const { sql, values } = selectByWords(database.dialect, { caller, words, after, until });
    // oxlint-disable-next-line no-await-in-loop
    for (const { id } of await database.query<IdRow>(sql, values)) ids.add(Number(id));
    if (end === undefined) return true;
    after = until;
    // oxlint-disable-next-line no-await-in-loop -- SQLite answers without a pause, and other calls wait meanwhile.
    await nextTurn();
  }
  return true;
}

async function readProducts(
  database: Database,
  caller: string,
  ids: readonly number[],
): Promise<readonly FoundProduct[]> {
  if (ids.length === 0) return [];
  const rows = await database.query<ProductRow>(selectFoundProducts(database.dialect), [caller, JSON.stringify(ids)]);
  const bodies = await unpackBodies(rows);
  const found = new Map(rows.map((row, place) => [Number(row.id), productOf(row, bodies[place]!.body)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

function productOf({ member_code_partner, item_id }: ProductRow, body: Uint8Array): FoundProduct {
  const {
    member_name_partner = '',
    buy = [],
    catalog = [],
  } = JSON.parse(`{${Buffer.from(body).toString()}`) as Partial<MasterRecord>;
  const valueOf = (field: 'item_name' | 'item_spec' | 'private_item_code') =>
    [...catalog, ...buy].map((line) => line[field]).find((value) => value !== undefined && value !== '') ?? '';
  return {
    member_code_partner,
    member_name_partner,
    item_id,
    private_item_code: valueOf('private_item_code'),
    item_name: valueOf('item_name'),
    item_spec: valueOf('item_spec'),
    catalog_id: catalog.find(({ catalog_id }) => catalog_id !== '')?.catalog_id ?? '',
  };
}
