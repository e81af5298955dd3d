import { type Dialect, type Sql, type Transaction, tableOf } from '@trading-platform/database';
import type { BoundUpdateNo } from '../../../trade-update/update-number.js';
import { UpdateNumberEntity } from '../../entities/update-number.entity.js';
import { keyText, type OwnNumber, selectOwnNumbers } from '../common/own-numbers.js';
import { RowWriter } from '../common/write-rows.js';

const updateNumbers = tableOf(UpdateNumberEntity);
const writer = new RowWriter(updateNumbers);

/** Returns the update numbers among these that are already in use, as a map from the `keyText` of the number. */
export async function findUpdateNumbers(
  sql: Sql,
  keys: readonly OwnNumber[],
): Promise<ReadonlyMap<string, BoundUpdateNo>> {
  const rows = await sql.query<object>(selectUpdateNumbers(sql.dialect), [JSON.stringify(keys)]);
  return new Map(rows.map(updateNumbers.read).map((row) => [keyText([row.memberCode, row.updateNo]), boundBy(row)]));
}

export function selectUpdateNumbers(dialect: Dialect): string {
  return selectOwnNumbers(dialect, updateNumbers.name, 'update_no', updateNumbers.columnsOf('found'));
}

function boundBy({ digest, statusCode, version, ...row }: UpdateNumberEntity): BoundUpdateNo {
  const made =
    row.newVersion === null
      ? undefined
      : { tradeId: row.newTradeId, checkNumber: row.newCheckNumber, version: row.newVersion };
  return { digest, updated: { statusCode, version, made } };
}

/** An update that was made, with the number that is to be bound to it. */
export interface NumberedUpdate {
  readonly key: OwnNumber;
  readonly tradeId: string;
  readonly bound: BoundUpdateNo;
}

/** Stores update numbers that were free until now. */
export function bindUpdateNumbers(transaction: Transaction, updates: readonly NumberedUpdate[]): Promise<void> {
  return writer.write(transaction, updates.map(rowOf));
}

function rowOf({
  key: [memberCode, updateNo],
  tradeId,
  bound: { digest, updated },
}: NumberedUpdate): UpdateNumberEntity {
  const { statusCode, version, made } = updated;
  return {
    memberCode,
    updateNo,
    digest,
    tradeId,
    statusCode,
    version,
    newTradeId: made?.tradeId ?? '',
    newCheckNumber: made?.checkNumber ?? '',
    newVersion: made?.version ?? null,
  };
}
