import { type Dialect, type Sql, type Transaction, tableOf } from '@trading-platform/database';
import type { BoundUploadNo } from '../../../order/upload-number.js';
import { UploadNumberEntity } from '../../entities/upload-number.entity.js';
import { keyText, type OwnNumber, selectOwnNumbers } from '../common/own-numbers.js';
import { RowWriter } from '../common/write-rows.js';

const uploadNumbers = tableOf(UploadNumberEntity);
const writer = new RowWriter(uploadNumbers);

/** The version of the slip `found.trade_id`: the greatest version of its views or, if the slip was removed, its last version. */
const versionOfSlip = `COALESCE((SELECT MAX(s.version) FROM slip s WHERE s.trade_id = found.trade_id),
  (SELECT r.version FROM removed_slip r WHERE r.trade_id = found.trade_id))`;

/** Of the given upload numbers, returns those that are already in use, as a map by their `keyText`. */
export async function findUploadNumbers(
  sql: Sql,
  keys: readonly OwnNumber[],
): Promise<ReadonlyMap<string, BoundUploadNo>> {
  const rows = await sql.query<{ readonly version: number }>(selectUploadNumbers(sql.dialect), [JSON.stringify(keys)]);
  return new Map(
    rows.map((row) => {
      const { memberCode, uploadNo, digest, tradeId, checkNumber } = uploadNumbers.read(row);
      return [keyText([memberCode, uploadNo]), { digest, slip: { tradeId, checkNumber, version: row.version } }];
    }),
  );
}

export function selectUploadNumbers(dialect: Dialect): string {
  const selected = `${uploadNumbers.columnsOf('found')}, ${versionOfSlip} AS version`;
  return selectOwnNumbers(dialect, uploadNumbers.name, 'upload_no', selected);
}

/** Stores upload numbers that were free until now. */
export function bindUploadNumbers(transaction: Transaction, rows: readonly UploadNumberEntity[]): Promise<void> {
  return writer.write(transaction, rows);
}
