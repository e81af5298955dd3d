import type { Database, Transaction } from '@trading-platform/database';
import { type DownloadMarks, parseReceipt } from '../trade/download-marks.js';
import { isOneOfNumbers } from './json-rows.js';
import { RowWriter } from './write-rows.js';

const writer = new RowWriter(
  'slip_download',
  ['member_code', 'slip_id', 'version'],
  `ON CONFLICT (member_code, slip_id) DO UPDATE SET version = excluded.version
   WHERE excluded.version > slip_download.version`,
);

/** Download marks on a database. */
export function createDownloadMarks(database: Database): DownloadMarks {
  return {
    async mark(memberCode, receipts) {
      const versions = new Map<number, number>();
      for (const { slipId, version } of Array.from(receipts, parseReceipt)) {
        versions.set(slipId, Math.max(version, versions.get(slipId) ?? 0));
      }
      if (versions.size === 0) return;
      // One order for all writers, so that two of them never wait for each other.
      const rows = [...versions].toSorted(([left], [right]) => left - right);
      await database.transaction((transaction) =>
        writer.write(
          transaction,
          rows.map(([slipId, version]) => [memberCode, slipId, version]),
        ),
      );
    },
  };
}

/** Forgets all marks of slips that are removed. */
export async function removeMarks(transaction: Transaction, slipIds: readonly number[]): Promise<void> {
  const ofSlips = isOneOfNumbers(transaction.dialect, 'slip_id', '$1');
  await transaction.execute(`DELETE FROM slip_download WHERE ${ofSlips}`, [JSON.stringify(slipIds)]);
}
