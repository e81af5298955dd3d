import { type Database, type Dialect, type Transaction, tableOf } from '@trading-platform/database';
import { RemovedSlipEntity } from '../entities/removed-slip.entity.js';
import { SlipEntity } from '../entities/slip.entity.js';
import { SlipHistoryEntity } from '../entities/slip-history.entity.js';
import { SlipLifeEntity } from '../entities/slip-life.entity.js';
import { UploadNumberEntity } from '../entities/upload-number.entity.js';
import { holdNumbers } from '../sql/common/counters.js';
import { textRows } from '../sql/common/json-rows.js';
import { rowsOfKeys } from '../sql/common/rows-of-keys.js';
import { RowWriter } from '../sql/common/write-rows.js';

/** A line of the file `marks`. */
interface MarkLine {
  readonly trade_id: string;
  readonly member_code_self: string;
  readonly member_code: string;
  readonly client_id: string;
  readonly version: string;
}

/** A line of the file `upload-numbers`. */
interface UploadNumberLine {
  readonly member_code: string;
  readonly upload_no: string;
  readonly digest: string;
  readonly trade_id: string;
  readonly check_number: string;
  readonly member_code_buyer: string;
  readonly version: string;
}

/** The result of loading upload numbers. A number is refused if it now belongs to a different order. */
export interface LoadedNumbers {
  readonly added: number;
  readonly refused: readonly { readonly memberCode: string; readonly uploadNo: string }[];
}

/**
 * Prepares the import of archived slips, so that each slip that is no longer stored gets its old version again. Without
 * this preparation, an archived slip would get the version after its last one, like any removed slip.
 */
export function expectArchivedSlips(database: Database, tradeLines: readonly Uint8Array[]): Promise<number> {
  const rows = parse<{ trade_id: string; version: string }>(tradeLines).map((line) => [line.trade_id, line.version]);
  return database.transaction(async (transaction) => {
    await holdNumbers(transaction, 'slip');
    return transaction.execute(expectSlips(transaction.dialect), [JSON.stringify(rows)]);
  });
}

/** Loads lines of the file `marks`. The slips of the marks must be loaded before the marks. Returns the number of new marks. */
export function loadArchivedMarks(database: Database, lines: readonly Uint8Array[]): Promise<number> {
  const rows = parse<MarkLine>(lines).map((line) => [
    line.trade_id,
    line.member_code_self,
    line.member_code,
    line.client_id,
    line.version,
  ]);
  return database.execute(insertMarks(database.dialect), [JSON.stringify(rows)]);
}

/**
 * Loads lines of the file `history`. The slips must be loaded before their histories. The import of an archived slip is no change
 * of the slip, so its entry is replaced by the archived one. Returns the number of loaded entries.
 */
export function loadArchivedHistories(database: Database, lines: readonly Uint8Array[]): Promise<number> {
  const given = parse<object>(lines).map(histories.read);
  return database.transaction(async (transaction) => {
    await holdNumbers(transaction, 'slip');
    const known = await storedAmong(transaction, given);
    const rows = given.filter(({ tradeId }) => known.has(tradeId));
    await historyWriter.write(transaction, rows);
    return rows.length;
  });
}

/**
 * Loads lines of the file `lives`. The slips must be loaded before their lives. Returns the number of loaded lives.
 */
export function loadArchivedLives(database: Database, lines: readonly Uint8Array[]): Promise<number> {
  const given = parse<object>(lines).map(lives.read);
  return database.transaction(async (transaction) => {
    await holdNumbers(transaction, 'slip');
    const known = await storedAmong(transaction, given);
    const rows = given.filter(({ tradeId }) => known.has(tradeId));
    await lifeWriter.write(transaction, rows);
    return rows.length;
  });
}

/** Returns the slips among these that are stored. */
async function storedAmong(
  transaction: Transaction,
  named: readonly { readonly tradeId: string }[],
): Promise<ReadonlySet<string>> {
  const tradeIds = [...new Set(named.map(({ tradeId }) => tradeId))];
  const stored = await rowsOfKeys(
    transaction,
    storedSlips,
    ['tradeId'],
    tradeIds.map((tradeId) => [tradeId]),
  );
  return new Set(stored.map(({ tradeId }) => tradeId));
}

/**
 * Loads lines of the file `upload-numbers`. If a number is already stored for the same order, the stored number does not change.
 */
export function loadArchivedUploadNumbers(database: Database, lines: readonly Uint8Array[]): Promise<LoadedNumbers> {
  const given = parse<UploadNumberLine>(lines);
  return database.transaction(async (transaction) => {
    await holdNumbers(transaction, 'slip');
    return bindAgain(transaction, given);
  });
}

function parse<Line>(lines: readonly Uint8Array[]): Line[] {
  return lines.map((line) => JSON.parse(Buffer.from(line).toString()) as Line);
}

function expectSlips(dialect: Dialect): string {
  return `DELETE FROM removed_slip WHERE (trade_id, version) IN (
      SELECT k.trade_id, CAST(k.version AS BIGINT) FROM ${textRows(dialect, '$1', 'k', ['trade_id', 'version'])})
    AND NOT EXISTS (SELECT 1 FROM slip s WHERE s.trade_id = removed_slip.trade_id)`;
}

function insertMarks(dialect: Dialect): string {
  const columns = ['trade_id', 'member_code_self', 'member_code', 'client_id', 'version'];
  return `INSERT INTO download_mark (slip_id, member_code, client_id, version)
    SELECT s.id, k.member_code, k.client_id, CAST(k.version AS BIGINT)
    FROM ${textRows(dialect, '$1', 'k', columns)} CROSS JOIN slip s
    WHERE s.trade_id = k.trade_id AND s.member_code_self = k.member_code_self AND s.version >= CAST(k.version AS BIGINT)
    ORDER BY s.id
    ON CONFLICT (slip_id, member_code, client_id) DO UPDATE SET version = excluded.version
    WHERE excluded.version > download_mark.version`;
}

const storedSlips = tableOf(SlipEntity).only('tradeId');
const histories = tableOf(SlipHistoryEntity);
const lives = tableOf(SlipLifeEntity);
const lifeWriter = new RowWriter(lives, { replace: ['tradeId'] });
const historyWriter = new RowWriter(histories, { replace: ['tradeId', 'version'] });

const uploadNumbers = tableOf(UploadNumberEntity);
const numberWriter = new RowWriter(uploadNumbers);
const versionWriter = new RowWriter(tableOf(RemovedSlipEntity), 'keep');

async function bindAgain(transaction: Transaction, given: readonly UploadNumberLine[]): Promise<LoadedNumbers> {
  const stored = await rowsOfKeys(
    transaction,
    uploadNumbers,
    ['memberCode', 'uploadNo'],
    given.map(({ member_code, upload_no }) => [member_code, upload_no]),
  );
  const byKey = new Map(stored.map((row) => [keyText(row.memberCode, row.uploadNo), row]));
  const storedFor = (line: UploadNumberLine) => byKey.get(keyText(line.member_code, line.upload_no));
  const fresh = given.filter((line) => storedFor(line) === undefined);
  await numberWriter.write(transaction, fresh.map(rowOf));
  await versionWriter.write(
    transaction,
    fresh
      .filter(({ version }) => version !== '')
      .map((line) => ({ tradeId: line.trade_id, version: Number(line.version) })),
  );
  const refused = given.filter((line) => (storedFor(line)?.tradeId ?? line.trade_id) !== line.trade_id);
  return {
    added: fresh.length,
    refused: refused.map(({ member_code, upload_no }) => ({ memberCode: member_code, uploadNo: upload_no })),
  };
}

function rowOf(line: UploadNumberLine): UploadNumberEntity {
  return {
    memberCode: line.member_code,
    uploadNo: line.upload_no,
    digest: Buffer.from(line.digest, 'hex'),
    tradeId: line.trade_id,
    checkNumber: line.check_number,
    memberCodeBuyer: line.member_code_buyer,
  };
}

function keyText(memberCode: string, uploadNo: string): string {
  return JSON.stringify([memberCode, uploadNo]);
}
