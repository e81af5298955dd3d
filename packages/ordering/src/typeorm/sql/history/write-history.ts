import { type Transaction, tableOf } from '@trading-platform/database';
import { packChanges } from '../../../history/packed-changes.js';
import type { SlipChange } from '../../../history/slip-change.js';
import { SlipHistoryEntity } from '../../entities/slip-history.entity.js';
import { isOneOf } from '../common/json-rows.js';
import { RowWriter } from '../common/write-rows.js';

const writer = new RowWriter(tableOf(SlipHistoryEntity), 'keep');

/**
 * Stores changes in the transaction that makes them. The caller must have locked the slip numbers. If the history already has an
 * entry with the version, this entry is kept: an import that adds both views of a slip one after the other makes one version of
 * the slip.
 */
export function writeHistory(transaction: Transaction, changes: readonly SlipChange[]): Promise<void> {
  return writer.write(transaction, changes.map(rowOf));
}

/** Removes the histories of slips that are removed with all their views. */
export async function removeHistories(transaction: Transaction, tradeIds: readonly string[]): Promise<void> {
  await transaction.execute(`DELETE FROM slip_history WHERE ${isOneOf(transaction.dialect, 'trade_id', '$1')}`, [
    JSON.stringify(tradeIds),
  ]);
}

function rowOf({ tradeId, version, at, action, by, side, memberCodeSelf, changed }: SlipChange): SlipHistoryEntity {
  return {
    tradeId,
    version,
    at,
    action,
    actorKind: by.kind,
    userId: by.userId,
    clientId: by.clientId,
    memberCode: by.memberCode,
    side,
    memberCodeSelf,
    changes: packChanges(tradeId, changed),
  };
}
