import { type Database, type Dialect, type Sql, type Transaction, tableOf } from '@trading-platform/database';
import { UploadNumberEntity } from '../entities/upload-number.entity.js';
import { holdNumbers } from '../sql/common/counters.js';
import { isOneOf } from '../sql/common/json-rows.js';
import { lookedUp } from '../sql/common/record-stream.js';
import { type ArchivedUnit, type ArchiveRemoval, isSameUnit } from './archived-unit.js';

const numbersPerPage = 500;

const uploadNumbers = tableOf(UploadNumberEntity);

interface StoredNumber {
  readonly version: number | null;
}

/**
 * The archive of upload numbers whose order was accepted before a given time and whose slip has been removed. The last version of
 * the slip is archived with the number.
 */
export class UploadNumberArchive {
  readonly files = ['upload-numbers'] as const;

  /** @param before epoch milliseconds */
  constructor(
    private readonly database: Database,
    private readonly before: number,
  ) {}

  /** Yields the numbers that may be archived, in pages that fit into memory. */
  async *pages(): AsyncGenerator<readonly ArchivedUnit[]> {
    let last: string | undefined = '';
    while (last !== undefined) {
      const found: { trade_id: string; may_go: unknown }[] = await this.database.query(selectOldNumbers, [
        firstTradeIdOf(this.before),
        last,
      ]);
      const free = found.filter(({ may_go }) => Boolean(may_go)).map(({ trade_id }) => trade_id);
      if (free.length > 0) yield await readNumbers(this.database, free);
      last = found.length < numbersPerPage ? undefined : found.at(-1)?.trade_id;
    }
  }

  /**
   * Removes, in one short transaction, the numbers whose stored content is still the given content and whose slips do not exist.
   */
  remove(units: readonly ArchivedUnit[]): Promise<ArchiveRemoval> {
    return this.database.transaction(async (transaction) => {
      // While the slip numbers are locked, no other transaction can accept orders or load slips.
      await holdNumbers(transaction, 'slip');
      const stored = await readNumbers(
        transaction,
        units.map(({ key }) => key),
      );
      const byKey = new Map(stored.map((unit) => [unit.key, unit]));
      const same = units.filter((unit) => isSameUnit(unit, byKey.get(unit.key))).map(({ key }) => key);
      await removeNumbers(transaction, same);
      return { removed: same.length, changed: stored.length - same.length };
    });
  }
}

/** The `trade_id` of an order is a UUID of version 7, so it sorts by the millisecond in which the order was accepted. */
function firstTradeIdOf(instant: number): string {
  const digits = Math.max(0, instant).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** Selects a page of numbers by the index of `trade_id`. */
export const selectOldNumbers = `SELECT u.trade_id, NOT EXISTS (SELECT 1 FROM slip s WHERE s.trade_id = u.trade_id ${lookedUp}) AS may_go
  FROM upload_number u WHERE u.trade_id < $1 AND u.trade_id > $2 ORDER BY u.trade_id LIMIT ${numbersPerPage}`;

function selectNumbers(dialect: Dialect): string {
  return `SELECT ${uploadNumbers.columnsOf('u')}, (SELECT r.version FROM removed_slip r WHERE r.trade_id = u.trade_id) AS version
    FROM upload_number u WHERE ${isOneOf(dialect, 'u.trade_id', '$1')}
      AND NOT EXISTS (SELECT 1 FROM slip s WHERE s.trade_id = u.trade_id ${lookedUp}) ORDER BY u.trade_id, u.member_code`;
}

async function readNumbers(sql: Sql, tradeIds: readonly string[]): Promise<ArchivedUnit[]> {
  const rows = await sql.query<StoredNumber>(selectNumbers(sql.dialect), [JSON.stringify(tradeIds)]);
  const byTradeId = Map.groupBy(rows, (row) => uploadNumbers.read(row).tradeId);
  return [...byTradeId].map(([key, ofOrder]) => ({ key, lines: [ofOrder.map(lineOf)] }));
}

function lineOf(row: StoredNumber): Buffer {
  const { memberCode, uploadNo, digest, tradeId, checkNumber, memberCodeBuyer } = uploadNumbers.read(row);
  return Buffer.from(
    JSON.stringify({
      member_code: memberCode,
      upload_no: uploadNo,
      digest: digest.toString('hex'),
      trade_id: tradeId,
      check_number: checkNumber,
      member_code_buyer: memberCodeBuyer,
      version: row.version === null ? '' : String(row.version),
    }),
  );
}

async function removeNumbers(transaction: Transaction, tradeIds: readonly string[]): Promise<void> {
  if (tradeIds.length === 0) return;
  const keys = [JSON.stringify(tradeIds)];
  for (const table of ['upload_number', 'removed_slip']) {
    // oxlint-disable-next-line no-await-in-loop
    await transaction.execute(`DELETE FROM ${table} WHERE ${isOneOf(transaction.dialect, 'trade_id', '$1')}`, keys);
  }
}
