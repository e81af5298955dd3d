import { type Dialect, type Sql, type Transaction, tableOf } from '@trading-platform/database';
import type { BoundUploadNo } from '../../../order/upload-number.js';
import { UploadNumberEntity } from '../../entities/upload-number.entity.js';
import { type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';
import { RowWriter } from '../common/write-rows.js';

const uploadNumbers = tableOf(UploadNumberEntity);
const writer = new RowWriter(uploadNumbers);

/** The member that owns an upload number, and the number itself. */
export type UploadKey = readonly [memberCode: string, uploadNo: string];

/** Finds upload numbers that are given as an array of keys. */
const wantedNumbers: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS wanted',
    postgres: 'jsonb_array_elements($1::jsonb) AS wanted(value)',
  },
  table: uploadNumbers.name,
  where: 'found.member_code = wanted.value ->> 0 AND found.upload_no = wanted.value ->> 1',
};

/** The version of the slip `found.trade_id`: the greatest version of its views or, if the slip was removed, its last version. */
const versionOfSlip = `COALESCE((SELECT MAX(s.version) FROM slip s WHERE s.trade_id = found.trade_id),
  (SELECT r.version FROM removed_slip r WHERE r.trade_id = found.trade_id))`;

/** Returns those of these upload numbers that are already in use, as a map from the `keyText` of the number. */
export async function findUploadNumbers(
  sql: Sql,
  keys: readonly UploadKey[],
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
  return `SELECT ${uploadNumbers.columnsOf('found')}, ${versionOfSlip} AS version ${rowsOfEach(dialect, wantedNumbers)}`;
}

/** Stores upload numbers that were free until now. */
export function bindUploadNumbers(transaction: Transaction, rows: readonly UploadNumberEntity[]): Promise<void> {
  return writer.write(transaction, rows);
}

export function keyText(key: UploadKey): string {
  return JSON.stringify(key);
}
