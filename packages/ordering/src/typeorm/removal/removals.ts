import { type Entity, type Transaction, tableOf } from '@trading-platform/database';
import { type ImportKind, type SettingName } from '@trading-platform/domain-types';
import { operatorActor, type SlipChange } from '../../history/slip-change.js';
import type { RecordKey } from '../../import/removal-format.js';
import { ofEachSetting } from '../../setting/setting-kind.js';
import { DeliveryPlaceEntity } from '../entities/delivery-place.entity.js';
import { FcPriceEntity } from '../entities/fc-price.entity.js';
import { MemberEntity } from '../entities/member.entity.js';
import { ProductEntity } from '../entities/product.entity.js';
import { RemovedSlipEntity } from '../entities/removed-slip.entity.js';
import { SettingRowEntity } from '../entities/setting-row.entity.js';
import { SlipEntity } from '../entities/slip.entity.js';
import { type ChangeName, countChange, type FollowedName, holdNumbers, takePosition } from '../sql/common/counters.js';
import { isOneOfNumbers, textRows } from '../sql/common/json-rows.js';
import { removeRows, rowsOfKeys } from '../sql/common/rows-of-keys.js';
import { SqlConditions } from '../sql/common/sql-conditions.js';
import { RowWriter } from '../sql/common/write-rows.js';
import { removeMarks } from '../sql/downloads/download-marks.js';
import { keepRemovedProducts, keepRemovedViews, noteSettingChanges } from '../sql/downloads/removed-keys.js';
import { loadOfRemoval } from '../sql/downloads/slip-rows.js';
import { tellOfProducts, tellOfSettings } from '../sql/events/pair-events.js';
import { tellOfManyViews } from '../sql/events/slip-events.js';
import { removeLives } from '../sql/history/slip-lives.js';
import { removeHistories, writeHistory } from '../sql/history/write-history.js';
import { holdMembers } from '../sql/members/known-members.js';
import { forgetPairs, holdPairs } from '../sql/members/member-pairs.js';
import { findNeededMembers, type NeededKey } from '../sql/members/needed-members.js';

/** The key of a removed record. */
export interface Removed {
  readonly key: RecordKey;
}

/** The functions that remove the records of one kind. The keys that these functions get must be distinct. */
export type Removal = RemovalSteps & (KeptRemoval | UnkeptRemoval);

/** A kind of data for which the keys of removed records are stored, for callers that request only changes. */
interface KeptRemoval {
  readonly change: FollowedName;
  readonly keep: (transaction: Transaction, keys: readonly RecordKey[], position: number) => Promise<void>;
}

interface UnkeptRemoval {
  readonly change: ChangeName;
  readonly keep?: undefined;
}

interface RemovalSteps {
  /** Waits until running imports that could interfere have ended, and blocks later imports until the transaction ends. */
  hold(transaction: Transaction): Promise<void>;
  /**
   * Returns the keys of the records that other data still need. The function `findNeeded` is absent if no other data can need
   * records of this kind.
   */
  findNeeded?(transaction: Transaction, keys: readonly RecordKey[]): Promise<readonly NeededKey[]>;
  /** Removes the records with these keys, and all data that belong to the records. Returns the keys that existed. */
  remove(transaction: Transaction, keys: readonly RecordKey[]): Promise<readonly Removed[]>;
}

export const removals: { readonly [Kind in ImportKind]: Removal } = {
  members: {
    change: 'members',
    hold: holdMembers,
    findNeeded: findNeededMembers,
    remove: removerOf(MemberEntity, ['memberCode']),
  },
  master: { change: 'master', hold: holdPairs, remove: removeProducts, keep: keepRemovedProducts },
  trade: { change: 'trade', hold: holdPairs, remove: removeSlips, keep: keepRemovedViews },
  ...ofEachSetting(settingRemoval),
  'fc-prices': {
    change: 'fc-prices',
    hold: (transaction) => holdNumbers(transaction, 'fc-price'),
    remove: removerOf(FcPriceEntity, ['scope', 'validFrom', 'dateBasis']),
  },
  'delivery-places': {
    change: 'delivery-places',
    hold: (transaction) => holdNumbers(transaction, 'delivery-place'),
    remove: removerOf(DeliveryPlaceEntity, ['memberCode', 'deliveryPlaceId']),
  },
};

function settingRemoval(kind: SettingName): Removal {
  const removePairs = removerOf(SettingRowEntity, ['memberCodeSeller', 'memberCodeBuyer'], `kind = '${kind}'`);
  return {
    change: 'settings',
    hold: (transaction) => holdNumbers(transaction, 'setting'),
    remove: async (transaction, keys) => distinct(await removePairs(transaction, keys)),
    keep: async (transaction, keys, position) => {
      await noteSettingChanges(transaction, kind, keys, position);
      tellOfSettings(transaction, kind, keys);
    },
  };
}

/**
 * Makes a function that removes rows of a table by their key. The values of the key have the same order as the properties in the
 * entity.
 */
function removerOf<Row extends object>(
  entity: Entity<Row>,
  key: readonly (keyof Row & string)[],
  where?: string,
): Removal['remove'] {
  const table = tableOf(entity).only(...key);
  return async (transaction, keys) => {
    const removed = await removeRows<Pick<Row, keyof Row & string>>(transaction, table, key, keys, where);
    return removed.map((row) => ({ key: key.map((property) => String(row[property])) }));
  };
}

/** A pair can have many rows, but its key is needed only once. */
function distinct(rows: readonly Removed[]): Removed[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row.key), row])).values()];
}

const products = tableOf(ProductEntity).only('id', 'memberCode', 'memberCodePartner', 'itemId');

async function removeProducts(transaction: Transaction, keys: readonly RecordKey[]): Promise<readonly Removed[]> {
  const rows = await removeRows(transaction, products, ['memberCode', 'memberCodePartner', 'itemId'], keys);
  await removeParts(transaction, 'catalog_line', 'product_id', rows);
  await removeParts(transaction, 'buy_line', 'product_id', rows);
  await removeParts(transaction, 'find_product', 'product_id', rows, [
    ...new Set(rows.map(({ memberCode }) => memberCode)),
  ]);
  tellOfProducts(transaction, rows);
  await forgetPairs(
    transaction,
    rows.map(({ memberCode, memberCodePartner }) => [memberCode, memberCodePartner] as const),
  );
  return rows.map(({ memberCode, memberCodePartner, itemId }) => ({ key: [memberCode, memberCodePartner, itemId] }));
}

const slips = tableOf(SlipEntity).only('id', 'tradeId', 'memberCodeSelf', 'memberCodePartner', 'statusCode', 'version');
type StoredView = ReturnType<typeof slips.read>;
const removedSlips = new RowWriter(tableOf(RemovedSlipEntity), { replace: ['tradeId'] });

async function removeSlips(transaction: Transaction, keys: readonly RecordKey[]): Promise<readonly Removed[]> {
  const rows = await removeRows(transaction, slips, ['tradeId', 'memberCodeSelf'], keys);
  await keepVersions(transaction, rows);
  await removeParts(transaction, 'slip_body', 'slip_id', rows);
  await removeParts(transaction, 'find_slip', 'slip_id', rows);
  await removeMarks(
    transaction,
    rows.map(({ id }) => id),
  );
  const ended = await forgetPairs(
    transaction,
    rows.map(({ memberCodeSelf, memberCodePartner }) => [memberCodeSelf, memberCodePartner] as const),
  );
  if (ended > 0) await countChange(transaction, 'trade-pairs');
  return rows.map(({ tradeId, memberCodeSelf }) => ({ key: [tradeId, memberCodeSelf] }));
}

/**
 * Removing one view changes the slip, so the remaining view gets a new version. If a slip has been removed completely, its last
 * version is stored, and its history and its life are removed.
 */
async function keepVersions(transaction: Transaction, removed: readonly StoredView[]): Promise<void> {
  const tradeIds = [...new Set(removed.map(({ tradeId }) => tradeId))];
  const left = await rowsOfKeys(
    transaction,
    slips,
    ['tradeId'],
    tradeIds.map((tradeId) => [tradeId]),
  );
  const versions = new Map<string, number>();
  for (const { tradeId, version } of [...removed, ...left]) {
    versions.set(tradeId, Math.max(version, versions.get(tradeId) ?? 0));
  }
  const changed = left.map(({ id, tradeId }) => [id, (versions.get(tradeId) ?? 0) + 1]);
  if (changed.length > 0) {
    await transaction.execute(
      `UPDATE slip SET version = CAST(k.version AS BIGINT), load_id = ${loadOfRemoval}, position = $2
       FROM ${textRows(transaction.dialect, '$1', 'k', ['id', 'version'])} WHERE slip.id = CAST(k.id AS BIGINT)`,
      [JSON.stringify(changed), await takePosition(transaction, 'trade')],
    );
  }
  const ofLeft = left.map(({ tradeId }): [string, number] => [tradeId, (versions.get(tradeId) ?? 0) + 1]);
  await writeHistory(transaction, [...new Map(ofLeft)].map(removalOf));
  tellOfRemoval(transaction, removed, left, versions);
  for (const { tradeId } of left) versions.delete(tradeId);
  await removeHistories(transaction, [...versions.keys()]);
  await removeLives(transaction, [...versions.keys()]);
  await removedSlips.write(
    transaction,
    [...versions].map(([tradeId, version]) => ({ tradeId, version })),
  );
}

function removalOf([tradeId, version]: readonly [string, number]): SlipChange {
  const by = { by: operatorActor, side: '', memberCodeSelf: '' } as const;
  return { tradeId, version, at: Date.now(), action: 'remove', ...by, changed: [] };
}

/** A remaining view has the new version of its slip, and its old status. */
function tellOfRemoval(
  transaction: Transaction,
  removed: readonly StoredView[],
  left: readonly StoredView[],
  last: ReadonlyMap<string, number>,
): void {
  const changedSlips = new Set(left.map(({ tradeId }) => tradeId));
  const versionOf = (tradeId: string) => (last.get(tradeId) ?? 0) + Number(changedSlips.has(tradeId));
  const changeOf = (type: 'trade.removed' | 'trade.updated') => (view: StoredView) => ({
    ...view,
    type,
    version: versionOf(view.tradeId),
    previousStatusCode: view.statusCode,
  });
  tellOfManyViews(transaction, [...removed.map(changeOf('trade.removed')), ...left.map(changeOf('trade.updated'))]);
}

/** @param memberCodes the members of the rows, if the key of the table begins with the member */
async function removeParts(
  transaction: Transaction,
  table: string,
  column: string,
  rows: readonly { readonly id: number }[],
  memberCodes?: readonly string[],
): Promise<void> {
  const where = new SqlConditions(transaction.dialect);
  where.oneOf('member_code', memberCodes);
  where.add(isOneOfNumbers(transaction.dialect, column, where.placeholder(JSON.stringify(rows.map(({ id }) => id)))));
  await transaction.execute(`DELETE FROM ${table} WHERE ${where.text}`, where.values);
}
