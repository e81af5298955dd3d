import type { Database, Dialect, Transaction } from '@trading-platform/database';
import type { DownloadCaller } from '../../../download/download-caller.js';
import { parseReceipt } from '../../../trade/download-marks.js';
import { isOneOfNumbers, textRows } from '../common/json-rows.js';

/** Deletes all marks of slips that are being removed. */
export async function removeMarks(transaction: Transaction, slipIds: readonly number[]): Promise<void> {
  const ofSlips = isOneOfNumbers(transaction.dialect, 'slip_id', '$1');
  await transaction.execute(`DELETE FROM download_mark WHERE ${ofSlips}`, [JSON.stringify(slipIds)]);
}

/** Marks the slips that some receipts name as downloaded, in one transaction. */
export async function markSlips(
  database: Database,
  caller: DownloadCaller,
  receipts: readonly string[],
): Promise<void> {
  const versions = new Map<number, number>();
  for (const { slipId, version } of receipts.map(parseReceipt)) {
    versions.set(slipId, Math.max(version, versions.get(slipId) ?? 0));
  }
  if (versions.size === 0) return;
  const { memberCode, clientId } = caller;
  await database.execute(insertMarks(database.dialect), [memberCode, clientId, JSON.stringify([...versions])]);
}

/**
 * Marks a slip only if it exists and its version is not older than the version in the receipt. A new slip may have the same
 * number as a removed slip. All writers lock rows in the same order, so that no two writers can wait for each other.
 */
function insertMarks(dialect: Dialect): string {
  return `INSERT INTO download_mark (slip_id, member_code, client_id, version)
    SELECT s.id, $1, $2, CAST(received.version AS BIGINT)
    FROM ${textRows(dialect, '$3', 'received', ['slip_id', 'version'])}
    CROSS JOIN slip s
    WHERE s.id = CAST(received.slip_id AS BIGINT) AND s.version >= CAST(received.version AS BIGINT)
    ORDER BY s.id
    ON CONFLICT (slip_id, member_code, client_id) DO UPDATE SET version = excluded.version
    WHERE excluded.version > download_mark.version`;
}
