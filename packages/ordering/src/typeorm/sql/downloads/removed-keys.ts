import { type Transaction, tableOf } from '@trading-platform/database';
import { type SettingName } from '@trading-platform/domain-types';
import type { RecordKey } from '../../../import/removal-format.js';
import { RemovedProductEntity } from '../../entities/removed-product.entity.js';
import { RemovedViewEntity } from '../../entities/removed-view.entity.js';
import { SettingChangeEntity } from '../../entities/setting-change.entity.js';
import { RowWriter } from '../common/write-rows.js';

const removedProducts = new RowWriter(tableOf(RemovedProductEntity), {
  replace: ['memberCode', 'memberCodePartner', 'itemId'],
});
const removedViews = new RowWriter(tableOf(RemovedViewEntity), { replace: ['tradeId', 'memberCodeSelf'] });
const settingChanges = new RowWriter(tableOf(SettingChangeEntity), {
  replace: ['kind', 'memberCodeSeller', 'memberCodeBuyer'],
});

/** Stores the keys of removed products. */
export function keepRemovedProducts(
  transaction: Transaction,
  keys: readonly RecordKey[],
  position: number,
): Promise<void> {
  const rows = keys.map(([memberCode = '', memberCodePartner = '', itemId = '']) => ({
    memberCode,
    memberCodePartner,
    itemId,
    position,
  }));
  return removedProducts.write(transaction, rows);
}

/** Stores the keys of removed views of slips. */
export function keepRemovedViews(
  transaction: Transaction,
  keys: readonly RecordKey[],
  position: number,
): Promise<void> {
  const rows = keys.map(([tradeId = '', memberCodeSelf = '']) => ({ tradeId, memberCodeSelf, position }));
  return removedViews.write(transaction, rows);
}

/** Stores, for each pair of seller and buyer, that rows of one kind of setting were changed or removed. */
export function noteSettingChanges(
  transaction: Transaction,
  kind: SettingName,
  pairs: readonly RecordKey[],
  position: number,
): Promise<void> {
  const rows = pairs.map(([memberCodeSeller = '', memberCodeBuyer = '']) => ({
    kind,
    memberCodeSeller,
    memberCodeBuyer,
    position,
  }));
  return settingChanges.write(transaction, rows);
}
