import { type Sql, tableOf } from '@trading-platform/database';
import type { HistoryPage } from '../../../history/slip-directory.js';
import { SlipHistoryEntity } from '../../entities/slip-history.entity.js';

const history = tableOf(SlipHistoryEntity);

/** Selects a page of the changes of a slip before a version, newest first, by the primary key. */
export const selectHistory = `SELECT ${history.columns} FROM slip_history
  WHERE trade_id = $1 AND version < $2 ORDER BY version DESC LIMIT $3`;

/** Reads a page of the changes of a slip, newest first. */
export async function readHistory(
  sql: Sql,
  { tradeId, below, limit }: HistoryPage,
): Promise<readonly SlipHistoryEntity[]> {
  const rows = await sql.query<object>(selectHistory, [tradeId, below, limit]);
  return rows.map(history.read);
}
