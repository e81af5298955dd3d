import type { Database, SqlValue, Transaction } from '@trading-platform/database';
import type { ImportStore, RowRemark, SavedRows } from '../import/import-lines.js';
import type { Product } from '../master/product.js';
import { countChange, takeNumbers } from './counters.js';
import { isOneOfNumbers, textRows } from './json-rows.js';
import { knownMembers, unknownMember } from './known-members.js';
import { Load } from './load.js';
import { afterWriting, EffectCount, effectOf, type LoadState } from './load-state.js';
import { notePairs } from './member-pairs.js';
import { RowWriter, replaceOnConflict } from './write-rows.js';

const productColumns = [
  'id',
  'member_code',
  'member_code_partner',
  'item_id',
  'group_code',
  'customer_code',
  'load_id',
  'digest',
  'former_digest',
  'body',
] as const;

const products = new RowWriter('product', productColumns, replaceOnConflict(['id'], productColumns));
const catalogLines = new RowWriter('catalog_line', [
  'product_id',
  'line_no',
  'member_code',
  'catalog_id',
  'member_code_partner',
  'member_code_order_to',
  'food_cat_large_code',
  'food_cat_middle_code',
  'food_cat_small_code',
  'status_code',
  'share_flg',
  'store_unshare_flg',
  'view_active_code',
  'sell_stop_active_code',
  'item_deleted_code',
  'lead_time',
  'update_date',
]);
const buyLines = new RowWriter('buy_line', ['product_id', 'line_no', 'stock_class', 'update_date']);

/** Where a `master` import goes. One load at a time writes products; others wait between its chunks. */
export function createProductStore(database: Database): ImportStore<Product> {
  const load = new Load(database);
  return {
    async transaction(work) {
      const loadId = await load.id();
      return database.transaction((transaction) => work((rows) => new ProductChunk(transaction, loadId).save(rows)));
    },
  };
}

/** A product with its place in the table, and what was there before. */
interface Entry {
  readonly id: number;
  readonly before: LoadState | undefined;
  state: LoadState | undefined;
  product: Product | undefined;
  catalogIds: readonly string[];
}

class ProductChunk {
  readonly #transaction: Transaction;
  readonly #loadId: number;
  readonly #refusals: RowRemark[] = [];
  readonly #effects = new EffectCount();
  #entries = new Map<string, Entry>();
  /** Which product has a catalog line: member and `catalog_id` → key of the product. */
  readonly #owners = new Map<string, string>();

  constructor(transaction: Transaction, loadId: number) {
    this.#transaction = transaction;
    this.#loadId = loadId;
  }

  async save(rows: readonly Product[]): Promise<SavedRows> {
    const firstId = await takeNumbers(this.#transaction, 'product', rows.length);
    const known = await knownMembers(this.#transaction, rows.flatMap(membersOf));
    this.#entries = await this.#readEntries(rows);
    await this.#readOwners(rows);
    for (const [index, row] of rows.entries()) {
      const reason = unknownMember(namedMembers(row), known) ?? this.#take(row, firstId + index);
      if (reason !== undefined) this.#refusals.push({ index, reason });
    }
    await this.#write();
    const { added, changed } = this.#effects;
    return { added, changed, refusals: this.#refusals };
  }

  /** Answers why a row cannot be taken; undefined if it is. */
  #take(row: Product, freshId: number): string | undefined {
    const key = keyOf(row);
    const entry = this.#entries.get(key) ?? {
      id: freshId,
      before: undefined,
      state: undefined,
      product: undefined,
      catalogIds: [],
    };
    if (entry.state?.digest.equals(row.digest) === true) return undefined;
    const catalogIds = row.catalog.map(({ catalogId }) => catalogId).filter((id) => id !== '');
    for (const catalogId of catalogIds) {
      const owner = this.#owners.get(catalogKey(row.memberCode, catalogId));
      if (owner !== undefined && owner !== key)
        return `catalog_id: ${catalogId} already belongs to another product (${ownerName(owner)})`;
    }
    for (const catalogId of entry.catalogIds) this.#owners.delete(catalogKey(row.memberCode, catalogId));
    for (const catalogId of catalogIds) this.#owners.set(catalogKey(row.memberCode, catalogId), key);
    const state = afterWriting(entry.state, this.#loadId, row.digest);
    this.#effects.move(effectOf(entry.state, this.#loadId), effectOf(state, this.#loadId));
    this.#entries.set(key, { ...entry, state, product: row, catalogIds });
    return undefined;
  }

  async #readEntries(rows: readonly Product[]): Promise<Map<string, Entry>> {
    const keys = textRows(this.#transaction.dialect, '$1', 'k', ['member_code', 'member_code_partner', 'item_id']);
    const found = await this.#transaction.query<StoredProduct>(
      `SELECT p.id, p.member_code, p.member_code_partner, p.item_id, p.load_id, p.digest, p.former_digest
       FROM ${keys} CROSS JOIN product p
       WHERE p.member_code = k.member_code AND p.member_code_partner = k.member_code_partner AND p.item_id = k.item_id`,
      [JSON.stringify(rows.map((row) => [row.memberCode, row.memberCodePartner, row.itemId]))],
    );
    return new Map(
      found.map((row) => {
        const state = { loadId: row.load_id, digest: row.digest, formerDigest: row.former_digest ?? undefined };
        const key = productKey(row.member_code, row.member_code_partner, row.item_id);
        return [key, { id: row.id, before: state, state, product: undefined, catalogIds: [] }];
      }),
    );
  }

  /** Learns which catalog lines the chunk's products have, and which products have the chunk's catalog lines. */
  async #readOwners(rows: readonly Product[]): Promise<void> {
    const { dialect } = this.#transaction;
    const lines = rows.flatMap((row) => row.catalog.map(({ catalogId }) => [row.memberCode, catalogId]));
    const byId = await this.#transaction.query<StoredLine>(
      `SELECT ${ownerColumns} FROM ${textRows(dialect, '$1', 'k', ['member_code', 'catalog_id'])}
       CROSS JOIN catalog_line c CROSS JOIN product p
       WHERE c.member_code = k.member_code AND c.catalog_id = k.catalog_id AND c.catalog_id <> '' AND p.id = c.product_id`,
      [JSON.stringify(lines)],
    );
    const changing = rows.map((row) => this.#entries.get(keyOf(row))).filter((entry) => entry !== undefined);
    const byProduct = await this.#transaction.query<StoredLine>(
      `SELECT ${ownerColumns} FROM catalog_line c JOIN product p ON p.id = c.product_id
       WHERE ${isOneOfNumbers(dialect, 'c.product_id', '$1')} AND c.catalog_id <> ''`,
      [JSON.stringify(changing.map(({ id }) => id))],
    );
    for (const line of [...byId, ...byProduct]) {
      const key = productKey(line.member_code, line.member_code_partner, line.item_id);
      this.#owners.set(catalogKey(line.member_code, line.catalog_id), key);
    }
    for (const line of byProduct) {
      const entry = this.#entries.get(productKey(line.member_code, line.member_code_partner, line.item_id));
      if (entry !== undefined) entry.catalogIds = [...entry.catalogIds, line.catalog_id];
    }
  }

  async #write(): Promise<void> {
    const written = [...this.#entries.values()].filter(isWritten);
    if (written.length === 0) return;
    const transaction = this.#transaction;
    const replaced = JSON.stringify(written.filter(({ before }) => before !== undefined).map(({ id }) => id));
    if (replaced !== '[]') {
      const ofReplaced = isOneOfNumbers(transaction.dialect, 'product_id', '$1');
      await transaction.execute(`DELETE FROM catalog_line WHERE ${ofReplaced}`, [replaced]);
      await transaction.execute(`DELETE FROM buy_line WHERE ${ofReplaced}`, [replaced]);
    }
    await products.write(transaction, written.map(productValues));
    await catalogLines.write(transaction, written.flatMap(catalogValues));
    await buyLines.write(transaction, written.flatMap(buyValues));
    await notePairs(
      transaction,
      written.map(({ product }) => [product.memberCode, product.memberCodePartner]),
    );
    await countChange(transaction, 'master');
  }
}

type WrittenEntry = Entry & { readonly product: Product; readonly state: LoadState };

function isWritten(entry: Entry): entry is WrittenEntry {
  return entry.product !== undefined && entry.before?.digest.equals(entry.product.digest) !== true;
}

interface StoredProduct {
  readonly id: number;
  readonly member_code: string;
  readonly member_code_partner: string;
  readonly item_id: string;
  readonly load_id: number;
  readonly digest: Buffer;
  readonly former_digest: Buffer | null;
}

interface StoredLine {
  readonly member_code: string;
  readonly catalog_id: string;
  readonly member_code_partner: string;
  readonly item_id: string;
}

const ownerColumns = 'c.member_code, c.catalog_id, p.member_code_partner, p.item_id';

function productKey(memberCode: string, memberCodePartner: string, itemId: string): string {
  return JSON.stringify([memberCode, memberCodePartner, itemId]);
}

function keyOf({ memberCode, memberCodePartner, itemId }: Product): string {
  return productKey(memberCode, memberCodePartner, itemId);
}

function catalogKey(memberCode: string, catalogId: string): string {
  return JSON.stringify([memberCode, catalogId]);
}

function ownerName(key: string): string {
  const [, partner, item] = JSON.parse(key) as string[];
  return `partner ${partner}, item ${item}`;
}

function namedMembers(row: Product) {
  return [
    ['member_code', row.memberCode],
    ['member_code_partner', row.memberCodePartner],
    ['member_code_order_to', row.memberCodeOrderTo],
  ] as const;
}

function membersOf(row: Product): string[] {
  return namedMembers(row).map(([, memberCode]) => memberCode);
}

function productValues({ id, product, state }: WrittenEntry): SqlValue[] {
  return [
    id,
    product.memberCode,
    product.memberCodePartner,
    product.itemId,
    product.groupCode,
    product.customerCode,
    state.loadId,
    state.digest,
    state.formerDigest ?? null,
    product.body,
  ];
}

function catalogValues({ id, product }: WrittenEntry): SqlValue[][] {
  return product.catalog.map((line, index) => [
    id,
    index,
    product.memberCode,
    line.catalogId,
    product.memberCodePartner,
    product.memberCodeOrderTo,
    line.foodCatLargeCode,
    line.foodCatMiddleCode,
    line.foodCatSmallCode,
    line.statusCode,
    line.shareFlg,
    line.storeUnshareFlg,
    line.viewActiveCode,
    line.sellStopActiveCode,
    line.itemDeletedCode,
    line.leadTime,
    line.updateDate,
  ]);
}

function buyValues({ id, product }: WrittenEntry): SqlValue[][] {
  return product.buy.map((line, index) => [id, index, line.stockClass, line.updateDate]);
}
