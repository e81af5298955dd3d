import { type Database, type Entity, tableOf } from '@trading-platform/database';
import { type ImportKind, type SettingName } from '@trading-platform/domain-types';
import { unpackBodies } from '../record/packed-body.js';
import { isOfSeller, ofEachSetting } from '../setting/setting-kind.js';
import { DeliveryPlaceEntity } from './entities/delivery-place.entity.js';
import { FcPriceEntity } from './entities/fc-price.entity.js';
import { MemberEntity } from './entities/member.entity.js';
import { recordsPerChunk } from './sql/common/record-stream.js';
import { type StoredView, storedFields, tradeLines } from './sql/downloads/trade-lines.js';
import type { DatabaseSnapshot } from './sql/snapshot/database-snapshot.js';
import { openSnapshot } from './sql/snapshot/open-snapshot.js';

/** Yields the lines of one kind of file as of one snapshot. */
type Export = (snapshot: DatabaseSnapshot) => AsyncIterable<Buffer>;

const exports: { readonly [Kind in ImportKind]: Export } = {
  members: rowsOf(MemberEntity, 'member_code'),
  master: exportMaster,
  trade: exportTrade,
  ...ofEachSetting(settingsOf),
  'fc-prices': rowsOf(FcPriceEntity, 'scope, valid_from, date_basis', ['scope']),
  'delivery-places': rowsOf(DeliveryPlaceEntity, 'member_code, delivery_place_id'),
};

/**
 * Reads all data of one kind, and yields them as the lines of an import file, ordered by key and without line feeds. All lines
 * show the data of the same instant, and memory use is bounded. If the exported lines are loaded into the same database, nothing
 * changes.
 *
 * @example
 * for await (const line of exportRecords('trade', database, signal)) file.write(`${line}\n`);
 */
export async function* exportRecords(
  kind: ImportKind,
  database: Database,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const snapshot = await openSnapshot(database, signal);
  try {
    for await (const line of exports[kind](snapshot)) {
      signal.throwIfAborted();
      yield line;
    }
  } finally {
    await snapshot.close();
  }
}

/** Exports a table whose columns have the same names as the fields of its file. */
function rowsOf<Row extends object>(entity: Entity<Row>, order: string, without: readonly (keyof Row)[] = []): Export {
  const table = tableOf(entity).without(...without);
  return async function* lines(snapshot) {
    const sql = `SELECT ${table.columns} FROM ${table.name} ORDER BY ${order}`;
    for await (const rows of snapshot.stream<object>(sql, [], recordsPerChunk)) {
      yield* rows.map((row) => Buffer.from(JSON.stringify(row)));
    }
  };
}

interface BodyRow {
  readonly body: Buffer;
}

async function* exportMaster(snapshot: DatabaseSnapshot): AsyncGenerator<Buffer> {
  const sql = 'SELECT body FROM product ORDER BY member_code, member_code_partner, item_id';
  for await (const rows of snapshot.stream<BodyRow>(sql, [], recordsPerChunk)) {
    for (const { body } of await unpackBodies(rows)) yield Buffer.concat([openingBrace, body]);
  }
}

async function* exportTrade(snapshot: DatabaseSnapshot): AsyncGenerator<Buffer> {
  const sql = `SELECT (SELECT b.body FROM slip_body b WHERE b.slip_id = s.id) AS body, ${storedFields}
    FROM slip s ORDER BY s.trade_id, s.member_code_self`;
  for await (const rows of snapshot.stream<StoredView>(sql, [], recordsPerChunk)) yield* await tradeLines(rows);
}

const openingBrace = Buffer.from('{');

interface SettingLine {
  readonly seller: string;
  readonly buyer: string;
  readonly rows: string[];
}

/** Each line contains the settings of one pair. */
function settingsOf(kind: SettingName): Export {
  return async function* lines(snapshot) {
    const sql = `SELECT member_code_seller AS seller, member_code_buyer AS buyer, body FROM setting_row
      WHERE kind = $1 ORDER BY member_code_seller, member_code_buyer, row_no`;
    let line: SettingLine | undefined;
    for await (const stored of snapshot.stream<SettingLine & BodyRow>(sql, [kind], recordsPerChunk)) {
      for (const { seller, buyer, body } of stored) {
        if (line?.seller !== seller || line.buyer !== buyer) {
          if (line !== undefined) yield settingLine(kind, line);
          line = { seller, buyer, rows: [] };
        }
        line.rows.push(body.toString());
      }
    }
    if (line !== undefined) yield settingLine(kind, line);
  };
}

function settingLine(kind: SettingName, { seller, buyer, rows }: SettingLine): Buffer {
  const ofSeller = `{"member_code_seller":${JSON.stringify(seller)},"${kind}":[${rows.join(',')}]}`;
  if (isOfSeller(kind)) return Buffer.from(ofSeller);
  return Buffer.from(`{"member_code_buyer":${JSON.stringify(buyer)},"seller_list":[${ofSeller}]}`);
}
