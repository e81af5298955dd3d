import type { Database, Dialect } from '@trading-platform/database';
import type { RecordSnapshot } from '../../download/record-source.js';
import type { RenderedRecord } from '../../download/rendered-record.js';
import type { SettingCriteria } from '../../setting/setting-criteria.js';
import { SettingSource } from '../../setting/setting-downloads.js';
import type { DatabaseSnapshot } from './database-snapshot.js';
import { notReadable, visibleMembers } from './member-directory.js';
import { openSnapshot } from './open-snapshot.js';
import { recordsPerChunk } from './record-stream.js';
import { SqlConditions } from './sql-conditions.js';

/** Trading settings of a database, ordered by buyer, then seller (Spec 4.10). */
export class SqlSettingSource extends SettingSource {
  constructor(private readonly database: Database) {
    super();
  }

  async open(criteria: SettingCriteria, signal: AbortSignal): Promise<RecordSnapshot> {
    const snapshot = await openSnapshot(this.database, signal);
    return {
      instant: snapshot.instant,
      records: settingRecords(snapshot, criteria, signal),
      close: () => snapshot.close(),
    };
  }
}

interface StoredSetting {
  readonly buyer: string;
  readonly seller: string;
  readonly body: Buffer;
}

async function* settingRecords(
  snapshot: DatabaseSnapshot,
  criteria: SettingCriteria,
  signal: AbortSignal,
): AsyncGenerator<RenderedRecord[]> {
  const visible = (await visibleMembers(snapshot, criteria.callerMemberCode)).map(({ memberCode }) => memberCode);
  const unreadable = await notReadable(snapshot, criteria.callerMemberCode, criteria.sellers);
  const sellers = criteria.sellers.filter((seller) => !unreadable.has(seller));
  const { sql, values } = selectSettings(snapshot.dialect, { ...criteria, sellers }, visible);
  const element = criteria.kind === 'businessholiday' ? new SellerElement() : new BuyerElement(criteria.kind);
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

/** The rows of readable pairs: either side is visible, or they are the general rows of a readable seller. */
export function selectSettings(dialect: Dialect, criteria: SettingCriteria, visible: readonly string[]) {
  const where = new SqlConditions(dialect);
  where.oneOf('member_code_seller', criteria.sellers);
  where.compare('kind', '=', criteria.kind);
  where.oneOf('member_code_buyer', criteria.buyers);
  where.range('update_date', criteria.updatedFrom, undefined);
  where.anyOf([
    "member_code_buyer = ''",
    where.isOneOf('member_code_buyer', visible),
    where.isOneOf('member_code_seller', visible),
  ]);
  const sql = `SELECT member_code_buyer AS buyer, member_code_seller AS seller, body FROM setting_row
    WHERE ${where.text} ORDER BY member_code_buyer, member_code_seller, row_no`;
  return { sql, values: where.values };
}

/** Puts rows together to elements of `result_list`, as they come in order. */
interface Element {
  /** Answers the element that this row ends by belonging to the next one. */
  add(row: StoredSetting): Buffer | undefined;
  finish(): Buffer | undefined;
}

/** `{"member_code_seller":…,"businessholiday":[…]}` */
class SellerElement implements Element {
  #seller: string | undefined;
  #rows: Buffer[] = [];

  add(row: StoredSetting): Buffer | undefined {
    const finished = row.seller === this.#seller ? undefined : this.finish();
    this.#seller = row.seller;
    this.#rows.push(row.body);
    return finished;
  }

  finish(): Buffer | undefined {
    if (this.#seller === undefined) return undefined;
    const element = sellerElement('businessholiday', this.#seller, this.#rows);
    this.#seller = undefined;
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
    this.#buyer = undefined;
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
