import { type Database, type Dialect, type Transaction, tableOf } from '@trading-platform/database';
import { transactionWithEvents } from '@trading-platform/event-log/typeorm';
import type { ImportStore, RowRemark, SavedRows } from '../../../import/import-lines.js';
import type { Product } from '../../../master/product.js';
import { keyOf, productKey } from '../../../master/product-key.js';
import { type Claim, settleClaims } from '../../../master/settle-claims.js';
import { packBody } from '../../../record/packed-body.js';
import { BuyLineEntity } from '../../entities/buy-line.entity.js';
import { CatalogLineEntity } from '../../entities/catalog-line.entity.js';
import { ProductEntity } from '../../entities/product.entity.js';
import { takeNumbers, takePosition } from '../common/counters.js';
import { isOneOfNumbers, textRows } from '../common/json-rows.js';
import { rowsOfKeys } from '../common/rows-of-keys.js';
import { RowWriter } from '../common/write-rows.js';
import { tellOfProducts } from '../events/pair-events.js';
import { knownMembers, unknownMember } from '../members/known-members.js';
import { GatheredPairs, notePairs } from '../members/member-pairs.js';
import { Load } from './load.js';
import { afterWriting, EffectCount, effectOf, type LoadState } from './load-state.js';

const productTable = tableOf(ProductEntity);
const productKeys = ['memberCode', 'memberCodePartner', 'itemId'] as const;
const storedProducts = productTable.only(...productKeys, 'id', 'loadId', 'digest', 'formerDigest');
const products = new RowWriter(productTable, { replace: ['id'] });
const catalogLines = new RowWriter(tableOf(CatalogLineEntity));
const buyLines = new RowWriter(tableOf(BuyLineEntity));

/**
 * Makes the store into which a `master` file is imported. Only one import at a time can write products. Between two chunks of an
 * import, other imports can write.
 */
export function createProductStore(database: Database): ImportStore<Product> {
  const load = new Load(database);
  return {
    async transaction(work) {
      const loadId = await load.id();
      return transactionWithEvents(database, async (transaction) => {
        const pairs = new GatheredPairs();
        const answer = await work((rows) => new ProductChunk(transaction, loadId, pairs).save(rows));
        await notePairs(transaction, pairs);
        return answer;
      });
    },
  };
}

/** A product with its row number, and the stored row before the chunk. */
interface Entry {
  readonly id: number;
  readonly before: LoadState | undefined;
  readonly state: LoadState | undefined;
  readonly product: Product | undefined;
}

class ProductChunk {
  readonly #transaction: Transaction;
  readonly #loadId: number;
  readonly #pairs: GatheredPairs;
  readonly #effects = new EffectCount();
  #entries = new Map<string, Entry>();

  constructor(transaction: Transaction, loadId: number, pairs: GatheredPairs) {
    this.#transaction = transaction;
    this.#loadId = loadId;
    this.#pairs = pairs;
  }

  async save(rows: readonly Product[]): Promise<SavedRows> {
    const firstId = await takeNumbers(this.#transaction, 'product', rows.length);
    const known = await knownMembers(this.#transaction, rows.flatMap(membersOf));
    const reasons = rows.map((row) => unknownMember(namedMembers(row), known));
    const places = [...rows.keys()].filter((index) => reasons[index] === undefined);
    const candidates = places.map((index) => rows[index] as Product);
    this.#entries = await this.#readEntries(candidates);
    const owners = await this.#readOwners(candidates);
    const { taken, refused } = settleClaims(candidates.map(claimOf), owners);
    for (const [key, place] of taken) this.#take(key, candidates[place] as Product, firstId + place);
    await this.#write();
    const { added, changed } = this.#effects;
    const refusals: RowRemark[] = [];
    for (const [index, reason] of reasons.entries()) if (reason !== undefined) refusals.push({ index, reason });
    for (const { index, name, owner } of refused) {
      refusals.push({ index: places[index] ?? 0, reason: collision(name, owner), mayWait: true });
    }
    return { added, changed, refusals };
  }

  #take(key: string, product: Product, freshId: number): void {
    const entry = this.#entries.get(key) ?? { id: freshId, before: undefined, state: undefined, product: undefined };
    if (entry.state?.digest.equals(product.digest) === true) return;
    const state = afterWriting(entry.state, this.#loadId, product.digest);
    this.#effects.move(effectOf(entry.state, this.#loadId), effectOf(state, this.#loadId));
    this.#entries.set(key, { ...entry, state, product });
  }

  async #readEntries(rows: readonly Product[]): Promise<Map<string, Entry>> {
    const keys = rows.map((row) => [row.memberCode, row.memberCodePartner, row.itemId]);
    const found = await rowsOfKeys(this.#transaction, storedProducts, productKeys, keys);
    return new Map(
      found.map(({ id, loadId, digest, formerDigest, memberCode, memberCodePartner, itemId }) => {
        const state = { loadId, digest, formerDigest: formerDigest ?? undefined };
        return [productKey(memberCode, memberCodePartner, itemId), { id, before: state, state, product: undefined }];
      }),
    );
  }

  /** Returns the products to which the catalog lines of these rows belong now. */
  async #readOwners(rows: readonly Product[]): Promise<Map<string, string>> {
    const lines = rows.flatMap((row) => row.catalog.map(({ catalogId }) => [row.memberCode, catalogId]));
    const found = await this.#transaction.query<StoredLine>(
      `SELECT c.member_code, c.catalog_id, p.member_code_partner, p.item_id
       FROM ${textRows(this.#transaction.dialect, '$1', 'k', ['member_code', 'catalog_id'])}
       CROSS JOIN catalog_line c CROSS JOIN product p
       WHERE c.member_code = k.member_code AND c.catalog_id = k.catalog_id AND c.catalog_id <> '' AND p.id = c.product_id`,
      [JSON.stringify(lines)],
    );
    return new Map(
      found.map((line) => [
        catalogKey(line.member_code, line.catalog_id),
        productKey(line.member_code, line.member_code_partner, line.item_id),
      ]),
    );
  }

  async #write(): Promise<void> {
    const written = [...this.#entries.values()].filter(isWritten);
    if (written.length === 0) return;
    const transaction = this.#transaction;
    const position = await takePosition(transaction, 'master');
    const replaced = JSON.stringify(written.filter(({ before }) => before !== undefined).map(({ id }) => id));
    if (replaced !== '[]') {
      const ofReplaced = isOneOfNumbers(transaction.dialect, 'product_id', '$1');
      await transaction.execute(`DELETE FROM catalog_line WHERE ${ofReplaced}`, [replaced]);
      await transaction.execute(`DELETE FROM buy_line WHERE ${ofReplaced}`, [replaced]);
    }
    await products.write(
      transaction,
      written.map((entry) => productRow(entry, position, transaction.dialect)),
    );
    await catalogLines.write(transaction, written.flatMap(catalogRows));
    await buyLines.write(transaction, written.flatMap(buyRows));
    tellOfProducts(
      transaction,
      written.map(({ product }) => product),
    );
    this.#pairs.add(written.map(({ product }) => [product.memberCode, product.memberCodePartner]));
  }
}

type WrittenEntry = Entry & { readonly product: Product; readonly state: LoadState };

function isWritten(entry: Entry): entry is WrittenEntry {
  return entry.product !== undefined && entry.before?.digest.equals(entry.product.digest) !== true;
}

interface StoredLine {
  readonly member_code: string;
  readonly catalog_id: string;
  readonly member_code_partner: string;
  readonly item_id: string;
}

function catalogKey(memberCode: string, catalogId: string): string {
  return JSON.stringify([memberCode, catalogId]);
}

/** A `catalog_id` must be unique within an own member. */
function claimOf(row: Product): Claim {
  const names = row.catalog.map(({ catalogId }) => catalogId).filter((catalogId) => catalogId !== '');
  return { key: keyOf(row), names: names.map((catalogId) => catalogKey(row.memberCode, catalogId)) };
}

function collision(name: string, owner: string): string {
  const [, catalogId] = JSON.parse(name) as string[];
  const [, partner, item] = JSON.parse(owner) as string[];
  return `catalog_id: ${catalogId} already belongs to another product (partner ${partner}, item ${item})`;
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

/**
 * PostgreSQL stores long values in pieces outside their row, but a compressed body fits into its row. SQLite reads compressed and
 * uncompressed bodies equally fast.
 */
function storedBody({ body }: Product, dialect: Dialect): Buffer {
  return dialect === 'postgres' ? packBody(body) : body;
}

function productRow({ id, product, state }: WrittenEntry, position: number, dialect: Dialect): ProductEntity {
  return {
    id,
    memberCode: product.memberCode,
    memberCodePartner: product.memberCodePartner,
    itemId: product.itemId,
    groupCode: product.groupCode,
    customerCode: product.customerCode,
    memberCodeOrderTo: product.memberCodeOrderTo,
    position,
    loadId: state.loadId,
    digest: state.digest,
    formerDigest: state.formerDigest ?? null,
    body: storedBody(product, dialect),
  };
}

function catalogRows({ id, product }: WrittenEntry): CatalogLineEntity[] {
  const { memberCode, memberCodePartner, memberCodeOrderTo } = product;
  return product.catalog.map((line, lineNo) => ({
    productId: id,
    lineNo,
    memberCode,
    memberCodePartner,
    memberCodeOrderTo,
    ...line,
  }));
}

function buyRows({ id, product }: WrittenEntry): BuyLineEntity[] {
  return product.buy.map((line, lineNo) => ({ productId: id, lineNo, ...line }));
}
