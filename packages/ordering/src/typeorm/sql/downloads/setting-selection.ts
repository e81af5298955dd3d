import type { Dialect, Sql } from '@trading-platform/database';
import { downloads, type SettingName } from '@trading-platform/domain-types';
import type { RenderedRecord } from '../../../download/rendered-record.js';
import type { SettingCriteria } from '../../../setting/setting-source.js';
import { lookedUp, recordsPerChunk } from '../common/record-stream.js';
import { SqlConditions } from '../common/sql-conditions.js';
import { notReadable, visibleMembers } from '../members/visible-members.js';
import type { DatabaseSnapshot } from '../snapshot/database-snapshot.js';
import { ofAnyClient, type Selection } from './followed-source.js';

export async function settingSelection(sql: Sql, criteria: SettingCriteria, signal: AbortSignal): Promise<Selection> {
  const { memberCode: caller, request } = criteria;
  const visible = (await visibleMembers(sql, caller)).map(({ memberCode }) => memberCode);
  const unreadable = await notReadable(sql, caller, request.member_code_seller);
  const sellers = request.member_code_seller.filter((seller) => !unreadable.has(seller));
  const readable = { ...criteria, request: { ...request, member_code_seller: sellers } };
  return {
    ...criteria,
    criteria: ofAnyClient(criteria),
    changes: 'settings',
    rights: { visible, sellers },
    records: (snapshot, since) => settingRecords(snapshot, readable, visible, since, signal),
    counted: (dialect, since) => countedElements(dialect, readable, visible, since),
    removedKeys: (dialect, since) => selectRemovedElements(dialect, readable, visible, since),
  };
}

interface StoredSetting {
  readonly buyer: string;
  readonly seller: string;
  readonly body: Buffer;
}

async function* settingRecords(
  snapshot: DatabaseSnapshot,
  criteria: SettingCriteria,
  visible: readonly string[],
  since: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<RenderedRecord[]> {
  const { sql, values } = selectSettings(snapshot.dialect, criteria, visible, since);
  const { download } = criteria;
  const isOfSeller = elementKey(criteria) === 'member_code_seller';
  const element = isOfSeller ? new SellerElement(download) : new BuyerElement(download);
  let records: RenderedRecord[] = [];
  for await (const rows of snapshot.stream<StoredSetting>(sql, values, recordsPerChunk)) {
    signal.throwIfAborted();
    for (const row of rows) {
      const finished = element.add(row);
      if (finished !== undefined) records.push({ body: finished });
    }
    if (records.length < recordsPerChunk) continue;
    yield records;
    records = [];
  }
  const last = element.finish();
  if (last !== undefined) records.push({ body: last });
  if (records.length > 0) yield records;
}

/**
 * Yields the rows of pairs that the caller may read: one side of the pair is visible to the caller, or the rows are the general
 * rows of a seller that the caller may read. With `since`, elements without a changed pair are not selected, and selected
 * elements have all their rows.
 */
export function selectSettings(
  dialect: Dialect,
  criteria: SettingCriteria,
  visible: readonly string[],
  since?: number,
) {
  const where = selectedSettings(dialect, criteria, visible, since);
  const sql = `SELECT s.member_code_buyer AS buyer, s.member_code_seller AS seller, s.body FROM setting_row s
    WHERE ${where.text} ORDER BY s.member_code_buyer, s.member_code_seller, s.row_no`;
  return { sql, values: where.values };
}

/** Elements are counted and not rows, because a record is one element and is made from many rows. */
function countedElements(
  dialect: Dialect,
  criteria: SettingCriteria,
  visible: readonly string[],
  since: number | undefined,
) {
  const where = selectedSettings(dialect, criteria, visible, since);
  return {
    sql: `SELECT DISTINCT s.${elementKey(criteria)} FROM setting_row s WHERE ${where.text}`,
    values: where.values,
  };
}

function selectedSettings(
  dialect: Dialect,
  criteria: SettingCriteria,
  visible: readonly string[],
  since: number | undefined,
): SqlConditions {
  const where = new SqlConditions(dialect);
  pairConditions(where, 's', criteria, visible);
  where.range('s.update_date', criteria.request.update_date, undefined);
  if (since !== undefined) {
    const key = elementKey(criteria);
    const changed = changedPairs(where.nested(), criteria, visible, since);
    where.add(`s.${key} IN (SELECT c.${key} FROM setting_change c WHERE ${changed.text})`);
  }
  return where;
}

/** Returns the keys of elements with a pair that has changed since a position, and without any selected row now. */
export function selectRemovedElements(
  dialect: Dialect,
  criteria: SettingCriteria,
  visible: readonly string[],
  since: number,
) {
  const changed = changedPairs(new SqlConditions(dialect), criteria, visible, since);
  const selected = changed.nested();
  pairConditions(selected, 's', criteria, visible);
  selected.range('s.update_date', criteria.request.update_date, undefined);
  const key = elementKey(criteria);
  const sql = `SELECT DISTINCT c.${key} FROM setting_change c
    WHERE ${changed.text} AND NOT EXISTS (SELECT 1 FROM setting_row s WHERE s.${key} = c.${key} AND ${selected.text} ${lookedUp})
    ORDER BY 1`;
  return { sql, values: changed.values };
}

function elementKey({ download }: SettingCriteria): 'member_code_seller' | 'member_code_buyer' {
  return downloads[download as SettingName].key[0];
}

function changedPairs(
  where: SqlConditions,
  criteria: SettingCriteria,
  visible: readonly string[],
  since: number,
): SqlConditions {
  pairConditions(where, 'c', criteria, visible);
  where.after('c.position', since);
  return where;
}

function pairConditions(
  where: SqlConditions,
  row: 's' | 'c',
  criteria: SettingCriteria,
  visible: readonly string[],
): void {
  where.oneOf(`${row}.member_code_seller`, criteria.request.member_code_seller);
  where.compare(`${row}.kind`, '=', criteria.download);
  where.oneOf(`${row}.member_code_buyer`, criteria.request.member_code_buyer);
  where.anyOf([
    `${row}.member_code_buyer = ''`,
    where.isOneOf(`${row}.member_code_buyer`, visible),
    where.isOneOf(`${row}.member_code_seller`, visible),
  ]);
}

/** Builds an element of `result_list` from consecutive rows. */
interface Element {
  /** Adds a row. If the new row begins the next element, the finished previous element is returned. */
  add(row: StoredSetting): Buffer | undefined;
  finish(): Buffer | undefined;
}

/** `{"member_code_seller":…,"businessholiday":[…]}` */
class SellerElement implements Element {
  readonly #kind: string;
  #seller: string | undefined;
  #rows: Buffer[] = [];

  constructor(kind: string) {
    this.#kind = kind;
  }

  add(row: StoredSetting): Buffer | undefined {
    const finished = row.seller === this.#seller ? undefined : this.finish();
    this.#seller = row.seller;
    this.#rows.push(row.body);
    return finished;
  }

  finish(): Buffer | undefined {
    if (this.#seller === undefined) return undefined;
    const element = sellerElement(this.#kind, this.#seller, this.#rows);
    this.#rows = [];
    return element;
  }
}

/** `{"member_code_buyer":…,"seller_list":[{"member_code_seller":…,"nottrade":[…]},…]}` */
class BuyerElement implements Element {
  readonly #kind: string;
  #buyer: string | undefined;
  #sellers = new Map<string, Buffer[]>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  add(row: StoredSetting): Buffer | undefined {
    const finished = row.buyer === this.#buyer ? undefined : this.finish();
    this.#buyer = row.buyer;
    const rows = this.#sellers.get(row.seller) ?? [];
    rows.push(row.body);
    this.#sellers.set(row.seller, rows);
    return finished;
  }

  finish(): Buffer | undefined {
    if (this.#buyer === undefined) return undefined;
    const sellers = [...this.#sellers].map(([seller, rows]) => sellerElement(this.#kind, seller, rows));
    const head = `{"member_code_buyer":${JSON.stringify(this.#buyer)},"seller_list":[`;
    const element = Buffer.concat([Buffer.from(head), ...separated(sellers), Buffer.from(']}')]);
    this.#sellers = new Map();
    return element;
  }
}

function sellerElement(kind: string, seller: string, rows: readonly Buffer[]): Buffer {
  const head = `{"member_code_seller":${JSON.stringify(seller)},"${kind}":[`;
  return Buffer.concat([Buffer.from(head), ...separated(rows), Buffer.from(']}')]);
}

const comma = Buffer.from(',');

function separated(parts: readonly Buffer[]): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [comma, part]));
}
